import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { DigestName, Received, StoredObject } from '../objects/index.js'
import { type Action, may } from './access/may.js'
import { s3Failure } from './errors/s3-failure.js'
import { receivePayload, receiveText } from './payload/receive-payload.js'
import type { Query } from './request/query.js'
import type { Target } from './request/target.js'
import type { S3Bucket, S3State } from './s3-state.js'
import type { Caller } from './signing/caller.js'

export interface S3Answer {
  readonly status: number
  readonly headers?: OutgoingHttpHeaders | undefined
  /** Text is XML. */
  readonly body?: string | Readable | undefined
}

const mostXmlBytes = 4 * 1024 * 1024

/** One request whose sender is known. */
export class S3Call {
  readonly request: IncomingMessage
  readonly state: S3State
  readonly query: Query
  readonly bucketName: string
  readonly key: string
  readonly #caller: Caller
  readonly #epoch: number

  constructor(request: IncomingMessage, { bucket, key, query }: Target, state: S3State, caller: Caller) {
    this.request = request
    this.state = state
    this.query = query
    this.bucketName = bucket
    this.key = key
    this.#caller = caller
    this.#epoch = state.epoch
  }

  get isAnonymous(): boolean {
    return this.#caller.account === undefined
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name]
    return Array.isArray(value) ? value.join(',') : value
  }

  /** The bucket as it is now. Throws NoSuchBucket. */
  bucket(name: string = this.bucketName): S3Bucket {
    const bucket = this.state.epoch === this.#epoch ? this.state.store.bucket(name) : undefined
    if (bucket !== undefined) return bucket
    throw s3Failure('NoSuchBucket', { details: { BucketName: name } })
  }

  may(action: Action, name: string, bucket: string = this.bucketName): boolean {
    if (name !== '' && this.state.denials.has(bucket, name)) return false
    const isPublic = this.state.store.bucket(bucket)?.settings.publicRead ?? false
    return may(this.#caller.account, { action, bucket, name, isPublic })
  }

  /** Throws NoSuchBucket, AccessDenied. */
  require(action: Action, name: string, bucket: string = this.bucketName): void {
    if (action !== 'manage') this.bucket(bucket)
    if (!this.may(action, name, bucket)) throw s3Failure('AccessDenied')
  }

  /** An object that may be read. Whether there is none is told only to those who may list the bucket. */
  object(key: string = this.key, bucketName: string = this.bucketName): StoredObject {
    this.require('read', key, bucketName)
    const object = this.bucket(bucketName).get(key)
    if (object !== undefined) return object
    this.require('list', key, bucketName)
    throw s3Failure('NoSuchKey', { details: { Key: key } })
  }

  receive(digests: readonly DigestName[] = []): Promise<Received> {
    const limitBytes = this.state.limits.largestPutBytes
    return receivePayload({ request: this.request, plan: this.#caller.payload, state: this.state, limitBytes, digests })
  }

  receiveText(): Promise<string> {
    const { request, state } = this
    return receiveText({ request, plan: this.#caller.payload, state, limitBytes: mostXmlBytes })
  }
}

export type S3Handler = (call: S3Call) => Promise<S3Answer> | S3Answer

export function xmlAnswer(body: string, headers: OutgoingHttpHeaders = {}): S3Answer {
  return { status: 200, body, headers: { 'Content-Type': 'application/xml', ...headers } }
}
