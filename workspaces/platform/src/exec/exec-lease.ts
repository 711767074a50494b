/** Which kind of machine the platform keeps a sandbox on. */
export type PlatformBackend = 'railway' | 'e2b'

/** Leave to run commands in a machine, for a while, past the platform's own API. */
export interface ExecLease {
  readonly provider: PlatformBackend
  /** The platform's id of the sandbox. */
  readonly sandboxId: string
  /** The id at the one who keeps the machine. */
  readonly providerResourceId: string | undefined
  /** A secret. */
  readonly jwt: string
  readonly wsEndpoint: string
  readonly subprotocol: string
  /** In milliseconds since the epoch; absent where the platform does not say. Such a lease is used once. */
  readonly expiresAtMs: number | undefined
  /** What the socket can do beyond what every one can: `stdin` takes input. Names that are not known are ignored. */
  readonly features: readonly string[]
}
