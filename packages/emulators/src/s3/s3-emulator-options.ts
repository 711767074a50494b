/** A bucket that exists from the start. */
export interface S3BucketOptions {
  readonly name: string
  /** Default: the emulator's. */
  readonly region?: string | undefined
  /** Anyone may list and read it, without keys. Default false. */
  readonly publicRead?: boolean | undefined
}

/** Keys that are let in. */
export interface S3AccountOptions {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Makes the keys temporary: they are worth nothing without it. */
  readonly sessionToken?: string | undefined
  /** When the session token ends. Default: never. */
  readonly expiresAt?: Date | undefined
  /** The only buckets it may use. Default: all, and it may make and remove them. */
  readonly buckets?: readonly string[] | undefined
  /** Only keys that begin with one of these may be read, written and listed. Default: all. */
  readonly prefixes?: readonly string[] | undefined
  /** Beside `prefixes`: it may list all names of its buckets. Programs that mount a bucket look at its top first. Default false. */
  readonly listAll?: boolean | undefined
  /** Default false. */
  readonly readOnly?: boolean | undefined
}

/** How an emulator of S3 is started. All times in milliseconds, all sizes in bytes. */
export interface S3EmulatorOptions {
  /** Where it listens. Default 0: any free port. */
  readonly port?: number | undefined
  /** Default `127.0.0.1`. Anything but a loopback address needs `allowRemote`. */
  readonly host?: string | undefined
  /** Lets others reach the emulator. Default false. */
  readonly allowRemote?: boolean | undefined
  /** Waits so long before each answer. Default 0. */
  readonly latencyMs?: number | undefined
  /** Directory for large contents, in files without names. Default: the system's directory for temporary files. */
  readonly root?: string | undefined
  /** Where requests must be signed for. Default `us-east-1`. */
  readonly region?: string | undefined
  /** Buckets that exist from the start, by name or with more. */
  readonly buckets?: readonly (string | S3BucketOptions)[] | undefined
  /** Default: one that may do everything, which `env` names. */
  readonly accounts?: readonly S3AccountOptions[] | undefined
  /** Names of hosts below which a bucket has a host of its own, beside `localhost`: with `s3.test`, `data.s3.test` is the bucket `data`. */
  readonly hostSuffixes?: readonly string[] | undefined
  /** Most entries on a page of any listing. Default 1000, which is also the most. */
  readonly pageSize?: number | undefined
  /** The largest content that one request may copy. Default 5 GiB. */
  readonly largestCopyBytes?: number | undefined
  /** The largest content that one request may write. Default 5 GiB. */
  readonly largestPutBytes?: number | undefined
  /** The smallest part of an upload, but for the last. Default 5 MiB. */
  readonly smallestPartBytes?: number | undefined
}
