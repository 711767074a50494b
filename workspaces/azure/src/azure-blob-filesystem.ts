import type { ContainerClient } from '@azure/storage-blob'
import type { MountableFilesystem, Mounter, MountProfile } from '@caisson/core/driver'
import { FilesystemNotReadyError } from '@caisson/core/workspace'
import {
  createFuseMounter,
  type AzureBlobMountConfig,
  type ResolvedMountConfig,
  type ResolvesMountConfig,
} from '@caisson/kit/mounts'
import { ObjectStoreFilesystem } from '@caisson/kit/object-store'
import { AzureBlobDriver, type AzureContainer } from './driver/index.js'
import { toMountConfig } from './mounts/to-mount-config.js'
import { resolveMountConfig } from './mounts/resolve-mount-config.js'
import { resolveAzureOptions, toStoreConfig, type AzureBlobFilesystemOptions } from './options/index.js'

/**
 * Files in a container of Azure Blob Storage, for agents' tools and, mounted, for commands in sandboxes.
 *
 * Nothing is sent, and the vendor's SDK is not loaded, before the first call that needs it. Without credentials the access is
 * anonymous and only reads.
 */
export class AzureBlobFilesystem
  extends ObjectStoreFilesystem<AzureBlobDriver>
  implements MountableFilesystem, ResolvesMountConfig
{
  readonly #account: AzureContainer
  #isAnnounced = false

  /**
   * @throws SandboxError `INVALID_ARGUMENT` for a wrong or missing option, and for an endpoint of one's own without
   *   credentials; FilesystemError `EINVAL` for a wrong prefix
   */
  constructor(options: AzureBlobFilesystemOptions) {
    const resolved = resolveAzureOptions(options)
    super({ ...toStoreConfig(resolved), driver: new AzureBlobDriver(resolved.account) })
    this.#account = resolved.account
  }

  /**
   * The SDK's own object, for what only Azure has.
   *
   * @throws FilesystemNotReadyError before the first operation, or `init()`, has loaded the SDK
   */
  get containerClient(): ContainerClient {
    const clients = this.driver.loaded
    if (clients === undefined) throw new FilesystemNotReadyError(this.id)
    return clients.reader
  }

  /** What a sandbox has to know to mount it. Holds secrets: never log it. */
  getMountConfig(): AzureBlobMountConfig {
    return toMountConfig(this.#account, this)
  }

  /**
   * The same, with credentials that a sandbox can use which has no identity of its own: of the default credential a signature
   * for this container that ends after some hours, if its rights allow one.
   *
   * @throws what the SDK throws when the default credential cannot be had
   */
  async resolveMountConfig(signal?: AbortSignal): Promise<ResolvedMountConfig> {
    return resolveMountConfig(this.#account, this.driver, this.getMountConfig(), signal)
  }

  /** How sandboxes mount it: by FUSE. */
  createMounter(profile: MountProfile): Mounter {
    return createFuseMounter(profile)
  }

  protected override async prepare(): Promise<void> {
    if (this.#account.credential.kind === 'anonymous' && !this.#isAnnounced) {
      this.#isAnnounced = true
      this.logger.warn(`${this.name} ${this.id} has no credentials: access is anonymous and only reads`)
    }
    await this.driver.load()
  }
}
