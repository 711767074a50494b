import type { ServerResponse } from 'node:http'
import type { EnvdError } from '../envd-error.js'

const jsonType = 'application/json; charset=utf-8'

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value))
  response.writeHead(status, { 'Content-Type': jsonType, 'Content-Length': body.length })
  response.end(body)
}

/** Tells a failure. One that comes after the first byte can only be told by ending the connection. */
export function sendError(response: ServerResponse, { status, message }: EnvdError): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  for (const name of response.getHeaderNames()) response.removeHeader(name)
  sendJson(response, status, { code: status, message })
}

export function sendNothing(response: ServerResponse): void {
  response.writeHead(204, { 'Cache-Control': 'no-store' })
  response.end()
}
