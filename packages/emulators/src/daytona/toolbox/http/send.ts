import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { STATUS_CODES } from 'node:http'

const jsonType = 'application/json; charset=utf-8'

/** A whole answer in JSON; without a value, an empty one. */
export function sendJson(response: ServerResponse, status: number, value?: unknown): void {
  if (value === undefined) {
    response.writeHead(status, status === 204 ? {} : { 'Content-Length': 0 })
    response.end()
    return
  }
  const body = Buffer.from(JSON.stringify(value))
  response.writeHead(status, { 'Content-Type': jsonType, 'Content-Length': body.length })
  response.end(body)
}

/** Answers a request for a WebSocket that gets none. */
export function refuseUpgrade(socket: Duplex, status: number, value: unknown): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify(value)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `Content-Type: ${jsonType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
