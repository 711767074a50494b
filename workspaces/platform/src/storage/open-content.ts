import { LongAnswerError, readBody } from '@caisson/kit/http'
import { ObjectStoreError, type GetOptions, type ObjectFacts } from '@caisson/kit/object-store'
import { Readable } from 'node:stream'
import { PlatformApiError } from '../client/index.js'
import { factsFromHeaders, sizeFromHeaders } from './object-facts.js'

/** What an answer gives of an object. */
export interface Content {
  /** Of the whole object. */
  readonly facts: ObjectFacts
  readonly body: Readable
}

/** A content of which nobody tells the size is held until it is known. */
const mostHeldBytes = 64 * 1024 * 1024

/**
 * The content of an answer, and exactly what was asked for: what stands between the platform and its clients may give all
 * instead of a part, the present version instead of another, and no size.
 *
 * Throws `ObjectStoreError`, and `PlatformApiError` for an answer that cannot be understood.
 */
export async function openContent(key: string, response: Response, options: GetOptions): Promise<Content> {
  try {
    return await contentOf(key, response, options)
  } catch (error) {
    if (response.body?.locked === false) await response.body.cancel()
    throw error
  }
}

async function contentOf(key: string, response: Response, options: GetOptions): Promise<Content> {
  const { status, headers } = response
  const { start = 0, end = Infinity, version } = options
  const given = headers.get('etag')
  if (version !== undefined && given !== null && given !== version) {
    throw new ObjectStoreError('It is another version', 'changed')
  }
  if (status === 206) {
    return { facts: factsFromHeaders(key, headers, wholeSize(headers, start)), body: bodyOf(response) }
  }
  const told = sizeFromHeaders(headers)
  const held = told === undefined ? await hold(response) : undefined
  const facts = factsFromHeaders(key, headers, told ?? held?.length ?? 0)
  if (start > 0 && start >= facts.size) throw new ObjectStoreError('The range lies behind the end', 'range')
  if (held) return { facts, body: Readable.from([held.subarray(start, end + 1)]) }
  const isWhole = start === 0 && end >= facts.size - 1
  return { facts, body: isWhole ? bodyOf(response) : part(bodyOf(response), start, end) }
}

function wholeSize(headers: Headers, start: number): number {
  const [, first, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? []
  if (Number(first) === start) return Number(size)
  throw misunderstood(206, 'the answer does not say which part of the file it is')
}

async function hold(response: Response): Promise<Buffer> {
  try {
    return Buffer.from(await readBody(response, mostHeldBytes))
  } catch (error) {
    if (!(error instanceof LongAnswerError)) throw error
    throw misunderstood(response.status, `the size of the file is not told, and ${error.message}`)
  }
}

function bodyOf({ body }: Response): Readable {
  return body === null ? Readable.from([]) : Readable.fromWeb(body)
}

/** The bytes from one position to another, both included. */
function part(body: Readable, start: number, end: number): Readable {
  const pieces = async function* (): AsyncGenerator<Buffer> {
    let position = 0
    for await (const given of body) {
      const piece = given as Buffer
      const wanted = piece.subarray(Math.max(start - position, 0), Math.max(end + 1 - position, 0))
      if (wanted.length > 0) yield wanted
      position += piece.length
      if (position > end) return
    }
  }
  return Readable.from(pieces()).once('close', () => body.destroy())
}

function misunderstood(status: number, fault: string): PlatformApiError {
  const facts = { code: 'UNAVAILABLE', retry: 'safe' } as const
  return new PlatformApiError({ operation: 'read a file', status, body: '', facts, fault })
}
