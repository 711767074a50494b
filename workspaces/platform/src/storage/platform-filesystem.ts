import { describeOptions } from '@caisson/kit/options'
import { ObjectStoreFilesystem } from '@caisson/kit/object-store'
import { PlatformClient, resolveConnectionLate } from '../client/index.js'
import type { PlatformFilesystemOptions } from './platform-filesystem-options.js'
import { platformFilesystemSchema } from './platform-filesystem-schema.js'
import { PlatformStoreDriver } from './platform-store-driver.js'

const owner = 'PlatformFilesystem'

/**
 * Files in a bucket of the platform, for agents' tools. Sandboxes cannot mount it.
 *
 * A file is read, written, deleted, copied and moved with one request; deleting or moving one below a directory takes a second, which
 * keeps the directory. Nothing is sent before the first call that needs it.
 */
export class PlatformFilesystem extends ObjectStoreFilesystem<PlatformStoreDriver> {
  /**
   * @throws SandboxError `INVALID_ARGUMENT` for a wrong option, and where there is no `bucketName`; FilesystemError `EINVAL` for a
   *   wrong prefix. A missing token or project is an error of the first call.
   */
  constructor(options: PlatformFilesystemOptions = {}) {
    const { options: given, connection } = resolveConnectionLate(platformFilesystemSchema, options, { owner })
    const { bucketName = '', fetch: request = async (input, init) => fetch(input, init) } = given
    const { prefix: _prefix, ...metadata } = describeOptions(platformFilesystemSchema, given)
    super({
      ...storageOptionsOf(given),
      driver: new PlatformStoreDriver(new PlatformClient({ connection, fetch: request }), bucketName),
      name: owner,
      idPrefix: 'platform-fs',
      displayName: given.displayName ?? 'Platform files',
      icon: given.icon ?? 'cloud',
      metadata,
    })
  }
}

function storageOptionsOf(
  options: PlatformFilesystemOptions,
): Omit<
  PlatformFilesystemOptions,
  | 'bucketName'
  | 'accessToken'
  | 'projectId'
  | 'baseUrl'
  | 'urlPrefix'
  | 'sandboxProvider'
  | 'actingUserId'
  | 'sessionId'
  | 'threadId'
  | 'fetch'
> {
  const {
    bucketName: _bucketName,
    accessToken: _accessToken,
    projectId: _projectId,
    baseUrl: _baseUrl,
    urlPrefix: _urlPrefix,
    sandboxProvider: _sandboxProvider,
    actingUserId: _actingUserId,
    sessionId: _sessionId,
    threadId: _threadId,
    fetch: _fetch,
    ...storage
  } = options
  return storage
}
