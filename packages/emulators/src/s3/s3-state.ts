import { type Bucket, ObjectStore } from '../objects/index.js'
import { Accounts } from './access/accounts.js'
import { Denials } from './access/denials.js'
import type { S3AccountOptions, S3BucketOptions, S3EmulatorOptions } from './s3-emulator-options.js'

/** What S3 knows of a bucket beside its objects. */
export interface BucketSettings {
  readonly region: string
  readonly publicRead: boolean
}

export type S3Bucket = Bucket<BucketSettings>

export interface Limits {
  readonly pageSize: number
  readonly largestCopyBytes: number
  readonly largestPutBytes: number
  readonly smallestPartBytes: number
}

const mebibyte = 1024 * 1024
const gibibyte = 1024 * mebibyte

/** What an emulator of S3 holds. */
export class S3State {
  readonly region: string
  readonly hostSuffixes: readonly string[]
  /** What every path begins with where the storage is one of several things behind an address: `/storage`. */
  readonly pathPrefix: string
  readonly limits: Limits
  readonly store: ObjectStore<BucketSettings>
  readonly accounts: Accounts
  readonly denials: Denials = new Denials()
  readonly #buckets: readonly S3BucketOptions[]
  #epoch = 0

  constructor(options: S3EmulatorOptions, accounts: readonly S3AccountOptions[], pathPrefix = '') {
    this.pathPrefix = pathPrefix
    this.region = options.region ?? 'us-east-1'
    this.hostSuffixes = ['localhost', ...(options.hostSuffixes ?? [])]
    this.limits = {
      pageSize: options.pageSize ?? 1000,
      largestCopyBytes: options.largestCopyBytes ?? 5 * gibibyte,
      largestPutBytes: options.largestPutBytes ?? 5 * gibibyte,
      smallestPartBytes: options.smallestPartBytes ?? 5 * mebibyte,
    }
    this.store = new ObjectStore({ directory: options.root })
    this.accounts = new Accounts(accounts)
    this.#buckets = (options.buckets ?? []).map((bucket) => (typeof bucket === 'string' ? { name: bucket } : bucket))
    this.reset()
  }

  /** Another number after each reset: requests from before it change nothing any more. */
  get epoch(): number {
    return this.#epoch
  }

  /** Back to the state after the start. */
  reset(): void {
    this.#epoch += 1
    this.store.clear()
    this.accounts.reset()
    this.denials.clear()
    for (const { name, region = this.region, publicRead = false } of this.#buckets) {
      this.store.createBucket(name, { region, publicRead })
    }
  }

  clear(): void {
    this.store.clear()
  }
}
