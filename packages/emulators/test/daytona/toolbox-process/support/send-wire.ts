import { parseJson } from '../../../daemon/support/send-to-socket.js'

/** What the daemon answers, as it is on the wire. */
export interface WireAnswer {
  readonly status: number
  readonly text: string
  readonly body: unknown
}

/** Sends a request to a daemon without the vendor's client; a text is sent as it is. */
export async function sendWire(
  method: string,
  url: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<WireAnswer> {
  const content = { 'Content-Type': 'application/json' }
  const sent = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(url, {
    method,
    headers: body === undefined ? headers : { ...content, ...headers },
    ...(body === undefined ? {} : { body: sent }),
  })
  const text = await response.text()
  return { status: response.status, text, body: parseJson(text) }
}
