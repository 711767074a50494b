import { sendToSocket, type WireAnswer, type WireRequest } from '../../../daemon/support/send-to-socket.js'
import type { TestToolbox } from './test-toolbox.js'

/** One request as it is, without a library that would correct it. */
export function send({ socketPath }: TestToolbox, request: WireRequest): Promise<WireAnswer> {
  return sendToSocket(socketPath, request)
}

export function postJson(toolbox: TestToolbox, path: string, value: unknown, method = 'POST'): Promise<WireAnswer> {
  const body = typeof value === 'string' ? value : JSON.stringify(value)
  return send(toolbox, { method, path, headers: { 'Content-Type': 'application/json' }, body })
}

const boundary = 'test-boundary'

/** Sends a form whose parts are given as they are: head and content. */
export function postForm(
  toolbox: TestToolbox,
  path: string,
  parts: readonly (readonly [head: string, content: string | Buffer])[],
): Promise<WireAnswer> {
  const pieces = parts.flatMap(([head, content]) => [
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  const body = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
  return send(toolbox, {
    method: 'POST',
    path,
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body,
  })
}

export function partHead(name: string, filename?: string): string {
  return `Content-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}`
}
