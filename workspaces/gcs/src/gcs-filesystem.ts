import type { Bucket, Storage } from '@google-cloud/storage'
import type { MountableFilesystem, Mounter, MountProfile } from '@caisson/core/driver'
import { FilesystemNotReadyError } from '@caisson/core/workspace'
import {
  createFuseMounter,
  type GCSMountConfig,
  type ResolvedMountConfig,
  type ResolvesMountConfig,
} from '@caisson/kit/mounts'
import { ObjectStoreFilesystem } from '@caisson/kit/object-store'
import { GCSDriver, type GCSBucket } from './driver/index.js'
import { resolveMountConfig } from './mounts/resolve-mount-config.js'
import { toMountConfig } from './mounts/to-mount-config.js'
import { resolveGCSOptions, toStoreConfig, type GCSFilesystemOptions } from './options/index.js'

/**
 * Files in a bucket of Google Cloud Storage, for agents' tools and, mounted, for commands in sandboxes.
 *
 * Nothing is sent, and the vendor's SDK is not loaded, before the first call that needs it. Where no credentials are found, the
 * access is anonymous and only reads.
 */
export class GCSFilesystem
  extends ObjectStoreFilesystem<GCSDriver>
  implements MountableFilesystem, ResolvesMountConfig
{
  readonly #bucket: GCSBucket
  #isAnnounced = false

  /**
   * @throws SandboxError `INVALID_ARGUMENT` for a wrong or missing option; FilesystemError `EINVAL` for a wrong prefix
   */
  constructor(options: GCSFilesystemOptions) {
    const resolved = resolveGCSOptions(options)
    super({ ...toStoreConfig(resolved.options), driver: new GCSDriver(resolved.bucket) })
    this.#bucket = resolved.bucket
  }

  /**
   * The SDK's own object, for what only Google has.
   *
   * @throws FilesystemNotReadyError before the first operation, or `init()`, has loaded the SDK
   */
  get storage(): Storage {
    const clients = this.driver.loaded
    if (clients === undefined) throw new FilesystemNotReadyError(this.id)
    return clients.storage
  }

  /**
   * The SDK's own object of the bucket.
   *
   * @throws FilesystemNotReadyError before the first operation, or `init()`, has loaded the SDK
   */
  get bucket(): Bucket {
    return this.storage.bucket(this.#bucket.name)
  }

  /** What a sandbox has to know to mount it, as far as it is known without asking. May hold secrets: never log it. */
  getMountConfig(): GCSMountConfig {
    return toMountConfig(this.#bucket, this)
  }

  /**
   * The same with credentials: a key from its file, or of other credentials a token that ends soon.
   *
   * @throws SandboxError `INVALID_ARGUMENT` for a key file that cannot be read; what the SDK throws when no token can be had
   */
  async resolveMountConfig(signal?: AbortSignal): Promise<ResolvedMountConfig> {
    return resolveMountConfig(this.#bucket, this.driver, this.getMountConfig(), signal)
  }

  /** How sandboxes mount it: by FUSE. */
  createMounter(profile: MountProfile): Mounter {
    return createFuseMounter(profile)
  }

  protected override async prepare(): Promise<void> {
    const { isAnonymous } = await this.driver.load()
    if (!isAnonymous) return
    this.makeReadOnly()
    if (this.#isAnnounced) return
    this.#isAnnounced = true
    this.logger.warn(`${this.name} ${this.id} has no credentials: access is anonymous and only reads`)
  }
}
