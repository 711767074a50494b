import type { S3Client } from '@aws-sdk/client-s3'
import { FilesystemNotReadyError, type Logger } from '@caisson/core/workspace'
import { silentLogger, type MountableFilesystem, type Mounter, type MountProfile } from '@caisson/core/driver'
import {
  createFuseMounter,
  type ResolvedMountConfig,
  type ResolvesMountConfig,
  type S3MountConfig,
} from '@caisson/kit/mounts'
import { normalizePrefix, ObjectStoreFilesystem } from '@caisson/kit/object-store'
import { describeOptions } from '@caisson/kit/options'
import { S3Connection } from './driver/s3-connection.js'
import { S3Driver } from './driver/s3-driver.js'
import { s3Limits } from './driver/s3-limits.js'
import { mountConfigOf } from './mount-config-of.js'
import { resolveS3Options, s3OptionsSchema, type ResolvedS3Options, type S3FilesystemOptions } from './options/index.js'

/**
 * Files in a bucket of Amazon S3, or of a store that speaks its protocol such as Cloudflare R2 or MinIO. Sandboxes that have
 * FUSE can mount it.
 *
 * Changes are decided by the store: `overwrite: false` and appending never lose what another writer wrote. A change whose
 * answer was lost is not repeated, but reported: it may have happened.
 */
export class S3Filesystem extends ObjectStoreFilesystem<S3Driver> implements MountableFilesystem, ResolvesMountConfig {
  readonly #options: ResolvedS3Options
  readonly #connection: S3Connection
  readonly #log: { target: Logger }

  /**
   * Checks the options; sends nothing, and does not load the SDK.
   *
   * Throws `SandboxError` INVALID_ARGUMENT naming the option that is wrong or missing, `FilesystemError` EINVAL for the prefix.
   */
  constructor(options: S3FilesystemOptions) {
    const resolved = resolveS3Options(options)
    const connection = new S3Connection(resolved)
    const log = { target: silentLogger }
    const { id, prefix, readOnly, displayName, icon } = resolved
    const { description, instructions, textExtensions, onInit, onDestroy } = options
    super({
      driver: new S3Driver({ connection, limits: s3Limits, prefix: normalizePrefix(prefix), log }),
      name: 'S3Filesystem',
      metadata: describeOptions(s3OptionsSchema, options),
      id,
      prefix,
      readOnly,
      displayName,
      icon,
      description,
      instructions,
      textExtensions,
      onInit,
      onDestroy,
    })
    this.#options = resolved
    this.#connection = connection
    this.#log = log
  }

  get bucket(): string {
    return this.#options.bucket
  }

  /** The SDK's client, for what only S3 has. Throws `FilesystemNotReadyError` before the first use or `init()`. */
  get client(): S3Client {
    const { clients } = this.#connection
    if (!clients) throw new FilesystemNotReadyError(this.id)
    return clients.reader
  }

  /**
   * What a mount has to know, for sandboxes. Holds the keys when they were given as such; what a function or the SDK's default
   * chain would say is asked by `resolveMountConfig()`. May hold secrets: never log it.
   */
  getMountConfig(): S3MountConfig {
    const { credentials } = this.#options
    return mountConfigOf(this.#options, this, typeof credentials === 'function' ? undefined : credentials)
  }

  /**
   * The same with credentials of this moment. Without any the mount is read-only.
   *
   * Throws `SandboxProviderError` UNAUTHENTICATED when there should be some and are not.
   */
  async resolveMountConfig(signal?: AbortSignal): Promise<ResolvedMountConfig> {
    const credentials = await this.#connection.credentials(signal)
    signal?.throwIfAborted()
    if (credentials === undefined) this.#becomeAnonymous()
    const config = mountConfigOf(this.#options, this, credentials)
    return { config, expiresAtMs: credentials?.expiration?.getTime() }
  }

  /** How sandboxes with FUSE mount it. */
  createMounter(profile: MountProfile): Mounter {
    return createFuseMounter(profile)
  }

  override __setLogger(logger: Logger): void {
    // oxlint-disable-next-line no-underscore-dangle -- the name that host applications call
    super.__setLogger(logger)
    this.#log.target = logger
  }

  protected override async prepare(): Promise<void> {
    const { isAnonymous } = await this.#connection.open()
    if (isAnonymous) this.#becomeAnonymous()
  }

  #becomeAnonymous(): void {
    if (this.#isAnonymous) return
    this.#isAnonymous = true
    this.makeReadOnly()
    this.logger.warn(
      `No credentials were found for the bucket ${this.bucket}: it is read without any, and cannot be changed`,
    )
  }

  #isAnonymous = false
}
