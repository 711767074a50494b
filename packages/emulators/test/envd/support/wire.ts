import type { OutgoingHttpHeaders } from 'node:http'
import { request as sendRequest } from 'node:http'
import { parseJson, sendToSocket, type WireAnswer, type WireRequest } from '../../daemon/support/send-to-socket.js'
import type { TestEnvd } from './test-envd.js'

interface EnvdRequest extends WireRequest {
  /** Without it the token is sent. */
  readonly withoutToken?: boolean
}

/** One request as it is, without a library that would correct it. */
export function send(envd: TestEnvd, request: EnvdRequest): Promise<WireAnswer> {
  const { headers = {}, withoutToken = false, ...others } = request
  const token = withoutToken ? {} : { 'X-Access-Token': envd.accessToken }
  return sendToSocket(envd.socketPath, { ...others, headers: { ...token, ...headers } })
}

/** A unary call in JSON. */
export function call(envd: TestEnvd, method: string, message: unknown, headers: OutgoingHttpHeaders = {}) {
  const body = typeof message === 'string' ? message : JSON.stringify(message)
  return send(envd, {
    method: 'POST',
    path: `/${method}`,
    headers: { 'Content-Type': 'application/json', 'Connect-Protocol-Version': '1', ...headers },
    body,
  })
}

export function envelope(message: string, flags = 0): Buffer {
  const payload = Buffer.from(message)
  const head = Buffer.alloc(5)
  head.writeUInt8(flags, 0)
  head.writeUInt32BE(payload.length, 1)
  return Buffer.concat([head, payload])
}

export interface StreamedAnswer {
  readonly status: number
  readonly messages: readonly unknown[]
  /** What the frame at the end said. */
  readonly end: unknown
}

function framesOf(body: Buffer): { flags: number; message: unknown }[] {
  const frames: { flags: number; message: unknown }[] = []
  for (let at = 0; at + 5 <= body.length;) {
    const length = body.readUInt32BE(at + 1)
    frames.push({
      flags: body.readUInt8(at),
      message: parseJson(body.subarray(at + 5, at + 5 + length).toString('utf8')),
    })
    at += 5 + length
  }
  return frames
}

function answerOf(status: number, body: Buffer): StreamedAnswer {
  const frames = framesOf(body)
  const end = frames.find(({ flags }) => (flags & 2) !== 0)
  const messages = frames.filter(({ flags }) => (flags & 2) === 0).map((frame) => frame.message)
  return { status, messages, end: end?.message }
}

function streamRequest(method: string, message: unknown, headers: OutgoingHttpHeaders): WireRequest {
  return {
    method: 'POST',
    path: `/${method}`,
    headers: { 'Content-Type': 'application/connect+json', 'Connect-Protocol-Version': '1', ...headers },
    body: Buffer.isBuffer(message) ? message : envelope(JSON.stringify(message)),
  }
}

/** A streaming call in JSON, read to its end. */
export async function stream(
  envd: TestEnvd,
  method: string,
  message: unknown,
  headers: OutgoingHttpHeaders = {},
): Promise<StreamedAnswer> {
  const answer = await send(envd, streamRequest(method, message, headers))
  return answerOf(answer.status, answer.body)
}

export interface OpenStream {
  /** Reads what comes until the end. */
  finish(): Promise<StreamedAnswer>
  /** Cuts the connection. */
  leave(): void
}

/** A streaming call whose answer has begun and is not read yet. */
export function openStream(
  envd: TestEnvd,
  method: string,
  message: unknown,
  more: OutgoingHttpHeaders = {},
): Promise<OpenStream> {
  const { body, headers, ...request } = streamRequest(method, message, { 'X-Access-Token': envd.accessToken, ...more })
  return new Promise((resolve, reject) => {
    const outgoing = sendRequest({ socketPath: envd.socketPath, agent: false, headers: headers ?? {}, ...request })
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      const finish = async (): Promise<StreamedAnswer> => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(Buffer.from(chunk))
        return answerOf(response.statusCode ?? 0, Buffer.concat(chunks))
      }
      resolve({ finish, leave: () => outgoing.destroy() })
    })
    outgoing.end(body)
  })
}
