import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Content, DigestName, Digests, Received } from '../../objects/index.js'
import { notImplemented, s3Failure } from '../errors/s3-failure.js'
import type { S3State } from '../s3-state.js'
import type { PayloadPlan } from '../signing/caller.js'
import { announcedDigests, readDigests } from './checksums.js'
import { ChunkSignatures } from './chunk-signatures.js'
import { decodeChunks } from './decode-chunks.js'

export interface PayloadRequest {
  readonly request: IncomingMessage
  readonly plan: PayloadPlan
  readonly state: S3State
  readonly limitBytes: number
  /** Checksums that are wanted beside MD5 and those that the client names. */
  readonly digests?: readonly DigestName[] | undefined
}

function lengthOf(value: string | string[] | undefined, name: string): number | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value)
  throw s3Failure('InvalidArgument', { message: `${name} must be a whole number`, details: { ArgumentName: name } })
}

/** The number of bytes that the content will have; every body must announce it. */
function announcedLength({ headers }: IncomingMessage, isChunked: boolean): number {
  if (isChunked) {
    const decoded = lengthOf(headers['x-amz-decoded-content-length'], 'x-amz-decoded-content-length')
    if (decoded === undefined) throw s3Failure('MissingContentLength')
    return decoded
  }
  if (headers['transfer-encoding'] !== undefined) throw notImplemented('Transfer-Encoding')
  const length = lengthOf(headers['content-length'], 'Content-Length')
  if (length === undefined) throw s3Failure('MissingContentLength')
  return length
}

/** Passes bytes on and throws IncompleteBody unless they are as many as announced. */
async function* counted(source: AsyncIterable<Uint8Array>, expected: number): AsyncGenerator<Uint8Array> {
  let count = 0
  for await (const piece of source) {
    count += piece.length
    if (count > expected) break
    yield piece
  }
  if (count !== expected) throw s3Failure('IncompleteBody')
}

/** Checksums that come behind the body. */
class Trailers {
  digests: Digests = {}
  readonly #announced: readonly DigestName[]

  constructor(announced: readonly DigestName[]) {
    this.#announced = announced
  }

  accept(trailers: ReadonlyMap<string, string>): void {
    this.digests = readDigests(Object.fromEntries(trailers))
    if (this.#announced.every((name) => this.digests[name] !== undefined)) return
    throw s3Failure('InvalidRequest', { message: 'The request lacks a trailer that x-amz-trailer announces' })
  }
}

function bodyOf({ request, plan }: PayloadRequest, trailers: Trailers): AsyncIterable<Uint8Array> {
  // Left early, the body must not take its connection with it: the client is waiting for the answer.
  const source = request.iterator({ destroyOnReturn: false })
  if (plan.mode === 'hash' || plan.mode === 'unsigned') return source
  const signed = plan.mode === 'unsignedTrailer' ? undefined : plan.signing
  return decodeChunks({
    source,
    signatures: signed === undefined ? undefined : new ChunkSignatures(signed.key, signed.seed),
    hasTrailers: plan.mode !== 'signedChunks',
    onTrailers: (values) => trailers.accept(values),
  })
}

function checkDigests(actual: Digests, expected: Digests, plan: PayloadPlan): void {
  if (plan.sha256 !== undefined && actual.sha256?.toString('hex') !== plan.sha256) {
    throw s3Failure('XAmzContentSHA256Mismatch')
  }
  for (const [name, value] of Object.entries(expected)) {
    if (actual[name as DigestName]?.equals(value) === true) continue
    const what = name === 'md5' ? 'The Content-MD5 you specified' : `The ${name.toUpperCase()} you specified`
    throw s3Failure('BadDigest', { message: `${what} did not match the calculated checksum.` })
  }
}

/** A body and the checksums of it that are kept: MD5, and what the client has named. */
export async function receivePayload(payload: PayloadRequest): Promise<Received> {
  const { request, plan, state, limitBytes, digests = [] } = payload
  const isChunked = plan.mode !== 'hash' && plan.mode !== 'unsigned'
  const length = announcedLength(request, isChunked)
  if (length > limitBytes) {
    const details = { ProposedSize: String(length), MaxSizeAllowed: String(limitBytes) }
    throw s3Failure('EntityTooLarge', { details })
  }
  const given = readDigests(request.headers)
  const announced = announcedDigests(request.headers)
  const trailers = new Trailers(announced)
  const kept: DigestName[] = ['md5', ...announced, ...digests, ...(Object.keys(given) as DigestName[])]
  const names: DigestName[] = plan.sha256 === undefined ? kept : [...kept, 'sha256']
  const received = await state.store.receive(counted(bodyOf(payload, trailers), length), names)
  try {
    checkDigests(received.digests, { ...given, ...trailers.digests }, plan)
  } catch (error) {
    received.content.release()
    throw error
  }
  const wanted = Object.entries(received.digests).filter(([name]) => kept.includes(name as DigestName))
  return { content: received.content, digests: Object.fromEntries(wanted) }
}

/** A small body as text. */
export async function receiveText(payload: PayloadRequest): Promise<string> {
  const { content } = await receivePayload(payload)
  return textOf(content)
}

async function textOf(content: Content): Promise<string> {
  try {
    return (await buffer(content.stream())).toString('utf8')
  } finally {
    content.release()
  }
}
