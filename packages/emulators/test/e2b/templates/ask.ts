import type { E2BEmulator } from '@caisson/emulators'

export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers: Headers
}

/** Asks the control plane without the vendor's client. */
export async function ask(
  { url, env }: E2BEmulator,
  method: string,
  path: string,
  body?: unknown,
  apiKey: string = env['E2B_API_KEY'] ?? '',
): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    headers: { 'X-API-KEY': apiKey, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as unknown), headers: response.headers }
}
