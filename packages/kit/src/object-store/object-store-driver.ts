import type { Readable } from 'node:stream'

/** What a store knows of an object. */
export interface ObjectFacts {
  /** The whole key, with the prefix of the filesystem. */
  readonly key: string
  /** In bytes. */
  readonly size: number
  readonly modifiedAt: Date
  /** Where the store keeps it. */
  readonly createdAt?: Date | undefined
  readonly mimeType?: string | undefined
  /** Names exactly this content in conditions: an ETag, or a generation. Absent in listings of some stores. */
  readonly version?: string | undefined
}

/** One page of a listing. */
export interface ObjectPage {
  readonly objects: readonly ObjectFacts[]
  /** What lies below a delimiter, one for each: whole prefixes that end in it. */
  readonly prefixes: readonly string[]
  /** Where the next page begins; absent on the last one. */
  readonly next?: string | undefined
}

export interface ListRequest {
  readonly prefix: string
  /** `/` for one level; absent for everything below. */
  readonly delimiter?: '/' | undefined
  readonly from?: string | undefined
  /** At most so many entries, objects and prefixes together. Default: as many as the store likes. */
  readonly limit?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** What must be true of the object at a key for a change to happen; the store itself decides, at once with the change. */
export type ObjectCondition = { readonly kind: 'absent' } | { readonly kind: 'unchanged'; readonly version: string }

export interface PutOptions {
  readonly mimeType?: string | undefined
  readonly condition?: ObjectCondition | undefined
  readonly signal?: AbortSignal | undefined
}

export interface GetOptions {
  /** First byte. Default 0. */
  readonly start?: number | undefined
  /** Last byte, inclusive. Default: the end. */
  readonly end?: number | undefined
  /** Only this version; another one is `changed`. */
  readonly version?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export interface CopyRequest {
  readonly source: string
  readonly destination: string
  /** Of the source, when it is known: large objects are copied in parts. */
  readonly facts?: ObjectFacts | undefined
  /** Of the destination. */
  readonly condition?: ObjectCondition | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * What an error of a store means. `missing`: no such object. `noBucket`: no such bucket, which is never "no such file".
 * `exists`, `changed`: a condition was not met. `conflict`: others change the object at the same time; nothing was done.
 * `range`: it begins behind the end of the object.
 */
export type ObjectErrorKind =
  | 'missing'
  | 'noBucket'
  | 'denied'
  | 'unauthenticated'
  | 'exists'
  | 'changed'
  | 'conflict'
  | 'range'
  | 'invalid'
  | 'rateLimited'
  | 'unavailable'
  | 'aborted'
  | 'unknown'

/**
 * What a store that knows files and directories does with one of them at once, in one request. Each throws what is classified
 * as `missing`, `exists`, `changed` or `conflict` when it did nothing because of what is there; that is then looked at.
 */
export interface NativeEntries {
  /** Deletes the object at a key, and nothing but an object. */
  deleteFile(key: string, signal: AbortSignal | undefined): Promise<void>
  /** Deletes everything whose key begins so; the prefix ends in a slash. */
  deleteTree(below: string, signal: AbortSignal | undefined): Promise<void>
  /** Copies one object. Refuses to make a file where a directory is. */
  copyFile(request: CopyRequest): Promise<void>
  /** The same, and the source is gone. */
  moveFile(request: CopyRequest): Promise<void>
  /** Makes the object that stands for a directory, with a slash at its end; one that is there is fine. Refuses where a file is. */
  makeDirectory(below: string, signal: AbortSignal | undefined): Promise<void>
}

/**
 * The seam between the portable filesystem and one vendor's storage. Keys are whole and literal; nothing here knows of
 * directories. Errors are thrown as the vendor threw them and named by `classifyError`, by class, code or status.
 */
export interface ObjectStoreDriver {
  /** For example `s3`. */
  readonly provider: string
  /** The bucket or container, for texts. */
  readonly bucket: string
  /** Most keys of one `delete`. */
  readonly deleteBatch: number
  /** Longest key in bytes of UTF-8. */
  readonly maxKeyBytes: number

  /** Throws unless the bucket is there and may be read. */
  check(signal?: AbortSignal): Promise<void>
  /** `undefined` when there is no such object. One request. */
  head(key: string, signal?: AbortSignal): Promise<ObjectFacts | undefined>
  /**
   * One request. Throws what is classified as `missing` when there is no such object. The facts are those of the whole
   * object, for a range too; the body is what is stored, not decoded. A body that ends early is asked for again.
   */
  get(key: string, options: GetOptions): Promise<{ facts: ObjectFacts; body: Readable }>
  /** One request. Resolves with the new version where the store tells it. */
  put(key: string, body: Uint8Array, options: PutOptions): Promise<{ version?: string | undefined }>
  /**
   * In parts with bounded memory. Nothing is visible, and nothing is left, unless it succeeds. Small contents come by
   * `put`. Pieces are at most as large as the caller's; an error of the source may be thrown in any wrapping.
   */
  putStream(key: string, source: AsyncIterable<Uint8Array>, options: PutOptions): Promise<void>
  /** Within the store; the content does not come here. */
  copy(request: CopyRequest): Promise<void>
  /** At most `deleteBatch` keys. Missing ones are no failure. Returns those that could not be deleted. */
  delete(keys: readonly string[], signal?: AbortSignal): Promise<readonly { key: string; error: unknown }[]>
  list(request: ListRequest): Promise<ObjectPage>
  /** Where the store can do more at once. */
  readonly entries?: NativeEntries | undefined
  classifyError(error: unknown): ObjectErrorKind
  /** Ends connections. A later call may open new ones. */
  close?(): void | Promise<void>
}
