import { type Bucket, ObjectStore } from '../../../objects/index.js'
import { noSuchBucket } from './failures.js'

/** A bucket here has nothing beside its objects. */
export type FileBucket = Bucket<undefined>

export interface BucketFilesOptions {
  /** Names of the buckets that exist. */
  readonly buckets: readonly string[]
  /** For contents of objects above 256 KiB. Default: the system's directory for temporary files. */
  readonly directory?: string | undefined
  /** Most entries of one page of a listing. Default 1000. */
  readonly pageSize?: number | undefined
  /** Most bytes of one object. Default 5 GiB. */
  readonly mostObjectBytes?: number | undefined
}

/** The buckets that the file store serves. They are gone with the emulator. */
export class BucketFiles {
  readonly pageSize: number
  readonly mostObjectBytes: number
  readonly store: ObjectStore<undefined>
  readonly #names: readonly string[]

  constructor({ buckets, directory, pageSize = 1000, mostObjectBytes = 5 * 1024 ** 3 }: BucketFilesOptions) {
    this.pageSize = pageSize
    this.mostObjectBytes = mostObjectBytes
    this.store = new ObjectStore({ directory })
    this.#names = buckets
    this.reset()
  }

  /** Throws a 404. */
  bucket(name: string): FileBucket {
    const bucket = this.store.bucket(name)
    if (bucket === undefined) throw noSuchBucket(name)
    return bucket
  }

  /** Empties all buckets. */
  reset(): void {
    this.store.clear()
    for (const name of this.#names) this.store.createBucket(name, undefined)
  }

  close(): void {
    this.store.clear()
  }
}
