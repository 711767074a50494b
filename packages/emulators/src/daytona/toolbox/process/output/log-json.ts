import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Demultiplexer } from './demultiplexer.js'
import { jsonText } from './json-text.js'
import type { LogFile } from './log-file.js'
import type { LogStream } from './marker.js'
import { readLog } from './read-log.js'

async function* onlyStream(pieces: AsyncIterable<Buffer>, stream: LogStream): AsyncGenerator<Buffer> {
  const demultiplexer = new Demultiplexer(stream)
  for await (const piece of pieces) yield demultiplexer.push(piece)
  yield demultiplexer.flush()
}

/** The members `output`, with its markers, `stdout` and `stderr` of an answer. All three end at the same place. */
export async function* logMembers(log: LogFile): AsyncGenerator<string> {
  const endBytes = log.sizeBytes
  yield '"output":'
  yield* jsonText(readLog(log, endBytes))
  for (const stream of ['stdout', 'stderr'] as const) {
    yield `,"${stream}":`
    yield* jsonText(onlyStream(readLog(log, endBytes), stream))
  }
}

/** Sends an answer in JSON that is too large to be held in memory, as fast as the client reads it. */
export async function streamJson(response: ServerResponse, pieces: AsyncIterable<string>): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' })
  await sendPieces(response, pieces)
}

/** Sends what is left of an answer; a client that goes away before its end is no failure of ours. */
export async function sendPieces(response: ServerResponse, pieces: AsyncIterable<string | Buffer>): Promise<void> {
  try {
    await pipeline(Readable.from(pieces), response)
  } catch (error) {
    if (!response.destroyed) throw error
  }
}
