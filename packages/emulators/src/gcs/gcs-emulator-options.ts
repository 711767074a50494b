import type { ServiceAccountKey } from './access/service-account-key.js'

/** A service account that an emulator knows, and what it may do. */
export interface GCSAccount {
  /** Made by `createServiceAccountKey`, or a key file of yours; only its public half is kept. */
  readonly key: ServiceAccountKey
  /** May look and not change. Default false. */
  readonly readOnly?: boolean | undefined
  /** Names of the only buckets it may use. Default: all. */
  readonly buckets?: readonly string[] | undefined
  /**
   * It may only use objects whose names begin with one of these, and list below them. As with the vendor, such an account may not look at the
   * bucket itself. Default: all objects.
   */
  readonly prefixes?: readonly string[] | undefined
}

export interface GCSBucketOptions {
  readonly name: string
  /** Anybody may read and list, without a token. Default false. */
  readonly public?: boolean | undefined
  /** Default `US`. */
  readonly location?: string | undefined
}

/** How an emulator of Google Cloud Storage is started. All times in milliseconds. */
export interface GCSEmulatorOptions {
  /** Where it listens. Default 0: any free port. */
  readonly port?: number | undefined
  /** Default `127.0.0.1`. Anything but a loopback address needs `allowRemote`. */
  readonly host?: string | undefined
  /** Lets others reach the emulator. Default false. */
  readonly allowRemote?: boolean | undefined
  /** Waits so long before each answer. Default 0. */
  readonly latencyMs?: number | undefined
  /** Directory for the content of objects. Default: the system's directory for temporary files. */
  readonly root?: string | undefined
  /** Buckets that exist from the start. Default: none. */
  readonly buckets?: readonly (string | GCSBucketOptions)[] | undefined
  /** The service accounts that are let in. Default: nobody is asked for anything; any token will do, and none as well. */
  readonly accounts?: readonly GCSAccount[] | undefined
  /** The life of access tokens that the emulator gives out. Default 3 600 000. */
  readonly tokenLifetimeMs?: number | undefined
  /** Most entries of one page of a listing. Default 1000. */
  readonly pageSize?: number | undefined
  /** Most bytes that one call of a rewrite copies; below the size of an object it takes several. Default: no limit. */
  readonly rewriteBytesPerCall?: number | undefined
}
