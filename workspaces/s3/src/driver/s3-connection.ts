import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'
import { SandboxProviderError } from '@caisson/core/workspace'
import { askForCredentials } from '../credentials/ask-for-credentials.js'
import { toIdentity } from '../credentials/to-identity.js'
import type { ResolvedS3Options, S3Credentials } from '../options/index.js'
import { cleanError } from './clean-error.js'
import { failureFacts } from './failure-facts.js'
import { loadSdk, type S3Sdk } from './sdk.js'
import { untilAborted } from './until-aborted.js'
import { writeRetries } from './write-retries.js'

/** Clients of the SDK that share connections and credentials. */
export interface S3Clients {
  readonly sdk: S3Sdk
  /** For what may be done twice: repeats as the SDK does by default. */
  readonly reader: S3Client
  /** For changes. */
  readonly writer: S3Client
  /** Requests are not signed. */
  readonly isAnonymous: boolean
}

/** Long enough for a store on the other side of the world. */
const connectionTimeoutMs = 10_000

/** Knows where the bucket is and who asks. Connects on first use. */
export class S3Connection {
  readonly options: ResolvedS3Options
  #opening: Promise<S3Clients> | undefined
  #clients: S3Clients | undefined

  constructor(options: ResolvedS3Options) {
    this.options = options
  }

  /** What is open already. */
  get clients(): S3Clients | undefined {
    return this.#clients
  }

  /**
   * Finds out who asks; sends nothing to the store.
   *
   * Throws `SandboxProviderError` UNAUTHENTICATED when there are no credentials, unless the bucket may be a public one.
   */
  async open(): Promise<S3Clients> {
    this.#opening ??= this.#connect()
    const opening = this.#opening
    try {
      return await opening
    } catch (error) {
      if (this.#opening === opening) this.#opening = undefined
      throw error
    }
  }

  /** The credentials of the moment, asked for anew; `undefined` for none. */
  async credentials(signal?: AbortSignal): Promise<S3Credentials | undefined> {
    signal?.throwIfAborted()
    return untilAborted(this.#ask(), signal)
  }

  async #ask(): Promise<S3Credentials | undefined> {
    const { credentials } = this.options
    if (typeof credentials === 'function') return askForCredentials(credentials)
    if (credentials !== undefined) return credentials
    const { reader, isAnonymous } = await this.open()
    return isAnonymous ? undefined : reader.config.credentials({ forceRefresh: true })
  }

  close(): void {
    const clients = this.#clients
    this.#clients = undefined
    this.#opening = undefined
    clients?.writer.destroy()
    clients?.reader.destroy()
  }

  async #connect(): Promise<S3Clients> {
    const sdk = await loadSdk()
    const { isAnonymous, ...identity } = await this.#identify(sdk)
    const reader = new sdk.S3Client({ ...this.#place(), ...identity })
    const { requestHandler, retryStrategy } = reader.config
    const shared = { requestHandler, credentials: reader.config.credentials }
    const writer = new sdk.S3Client({
      ...this.#place(),
      ...identity,
      ...shared,
      retryStrategy: writeRetries(retryStrategy),
    })
    this.#clients = { sdk, reader, writer, isAnonymous }
    return this.#clients
  }

  /** What does not depend on who asks. Stores other than Amazon's may not know the newer checksums. */
  #place(): S3ClientConfig {
    const { region, endpoint, forcePathStyle } = this.options
    const requestHandler = { connectionTimeout: connectionTimeoutMs }
    if (endpoint === undefined) return { region, forcePathStyle, requestHandler }
    const checksums = {
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    } as const
    return { region, forcePathStyle, requestHandler, endpoint, ...checksums }
  }

  async #identify(sdk: S3Sdk): Promise<Pick<S3ClientConfig, 'credentials' | 'signer'> & { isAnonymous: boolean }> {
    const { credentials } = this.options
    if (typeof credentials === 'function') {
      return { credentials: async () => askForCredentials(credentials), isAnonymous: false }
    }
    if (credentials !== undefined) return { credentials: toIdentity(credentials), isAnonymous: false }
    const probe = new sdk.S3Client(this.#place())
    try {
      await probe.config.credentials()
      return { credentials: probe.config.credentials, isAnonymous: false }
    } catch (error) {
      this.#checkPublic(cleanError(error, sdk))
      const signer = { sign: async <Request>(request: Request) => request }
      return { credentials: { accessKeyId: '', secretAccessKey: '' }, signer, isAnonymous: true }
    } finally {
      probe.destroy()
    }
  }

  /** Only at Amazon is a bucket without credentials plausible; elsewhere they were most likely forgotten. */
  #checkPublic(cause: unknown): void {
    const isNone = failureFacts(cause).name === 'CredentialsProviderError'
    if (isNone && this.options.endpoint === undefined) return
    const text = isNone
      ? 'S3Filesystem has no credentials: give accessKeyId and secretAccessKey, or credentials; without them only buckets at Amazon can be read'
      : 'S3Filesystem could not get credentials from the default chain of the SDK'
    throw new SandboxProviderError(text, 'UNAUTHENTICATED', undefined, { retry: 'never', provider: 's3', cause })
  }
}
