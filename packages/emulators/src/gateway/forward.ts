import { type ClientRequest, type IncomingMessage, request as sendRequest, type RequestOptions } from 'node:http'
import { singleUse } from './port-place.js'

/** The most of a body that is kept in case it has to be sent again. */
const keptBytes = 1024 * 1024

/**
 * Sends the request on, body and all, and resolves with the head of the answer. A kept connection may end just when it is used; then the
 * request is sent once more, where its body is complete and small.
 */
export async function forward(request: IncomingMessage, options: RequestOptions): Promise<IncomingMessage> {
  const kept: Buffer[] = []
  let size = 0
  const keep = (chunk: Buffer): void => {
    size += chunk.length
    if (size <= keptBytes) kept.push(chunk)
    else kept.length = 0
  }
  request.on('data', keep)
  const outgoing = sendRequest(options)
  request.pipe(outgoing)
  try {
    return await headOf(outgoing)
  } catch (error) {
    request.unpipe(outgoing)
    const isWhole = request.readableEnded && size <= keptBytes
    if (!outgoing.reusedSocket || !isWhole) throw error
    const again = sendRequest(singleUse(options))
    again.end(Buffer.concat(kept))
    return await headOf(again)
  } finally {
    request.off('data', keep)
  }
}

/**
 * Sends the request on in one piece, once its body is whole, and resolves with the head of the answer. Whoever answers before it has seen all
 * of a request that comes in pieces, or before its end, closes the connection while it is still written to, and the answer is lost.
 */
export async function forwardWhole(request: IncomingMessage, options: RequestOptions): Promise<IncomingMessage> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(Buffer.from(piece))
  const outgoing = sendRequest(options)
  outgoing.end(Buffer.concat(pieces))
  return headOf(outgoing)
}

function headOf(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once('response', resolve)
    // Errors after the head are those of its stream.
    outgoing.on('error', reject)
  })
}
