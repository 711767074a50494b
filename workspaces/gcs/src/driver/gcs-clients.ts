import type { Storage, StorageOptions } from '@google-cloud/storage'
import { invalidArgument } from '@caisson/core/workspace'
import { readCredentials, type GCSCredentials } from '../credentials/index.js'
import type { GCSBucket } from './gcs-bucket.js'
import { loadGCSSdk } from './sdk.js'

type Auth = Storage['authClient']

/** Sends requests, with a token where there are credentials. */
export type Sender = Pick<Auth, 'request'>

/** Everything of the SDK that a driver uses. */
export interface GCSClients {
  /** For what only the SDK has. */
  readonly storage: Storage
  /**
   * What requests go through: the SDK's client of the network, with its credentials and proxies. The SDK's own files and buckets
   * cannot end a request, lose conditions and tokens on the way, and change settings that all of them share.
   */
  readonly sender: Sender
  /** Where the token of a mount comes from. */
  readonly auth: Auth
  readonly isAnonymous: boolean
}

/** Objects are found without a project; with none at all the SDK would look for one, in files, by programs and on servers. */
const noProject = 'none'

/**
 * Makes the clients. Sends nothing to the bucket; where no credentials were given, their usual places are asked.
 *
 * Throws `SandboxError` INVALID_ARGUMENT for a key file that cannot be read, and when there are no credentials for an endpoint
 * of one's own.
 */
export async function createGCSClients(bucket: GCSBucket): Promise<GCSClients> {
  const [{ Storage: create }, credentials] = await Promise.all([loadGCSSdk(), readCredentials(bucket.source)])
  const open = (options: StorageOptions): Storage => {
    const storage = new create({ apiEndpoint: bucket.endpoint, useAuthWithCustomEndpoint: true, ...options })
    // A variable for emulators would otherwise lead requests elsewhere, whatever the address says.
    storage.baseUrl = `${bucket.endpoint}/storage/v1`
    if (credentials !== undefined) useCredentials(storage.authClient, credentials)
    return storage
  }
  const project = bucket.projectId === undefined ? {} : { projectId: bucket.projectId }
  const auth = open({ projectId: noProject, ...project }).authClient
  if (credentials !== undefined || (await hasDefault(auth))) {
    return { storage: open(project), sender: auth, auth, isAnonymous: false }
  }
  if (bucket.isCustom) {
    throw invalidArgument({
      name: 'GCSFilesystem option endpoint',
      expected:
        'credentials beside an endpoint of your own: the option credentials, or application default credentials',
      given: bucket.endpoint,
    })
  }
  // Only to another address than the usual one, which a slash makes it, does the SDK send no token.
  const storage = open({ ...project, apiEndpoint: `${bucket.endpoint}/`, useAuthWithCustomEndpoint: false })
  return { storage, sender: auth.fromAPIKey('').transporter, auth, isAnonymous: true }
}

/** Given as an option they would be used just so, but the SDK would print a warning for its callers, at each object. */
function useCredentials(auth: Auth, credentials: GCSCredentials): void {
  auth.jsonContent = credentials as NonNullable<StorageOptions['credentials']>
  // With a key it signs its tokens itself, which spares a request to the server that gives them out.
  auth.useJWTAccessWithScope = true
}

/** Whether there are application default credentials. Those that are there and broken are an error. */
async function hasDefault(auth: Auth): Promise<boolean> {
  try {
    await auth.getClient()
    return true
  } catch (error) {
    if (isNothingFound(error)) return false
    throw error
  }
}

/** All failures of reading, parsing and asking have a class or a code; that nothing was found is a plain error. */
function isNothingFound(error: unknown): boolean {
  return error instanceof Error && Object.getPrototypeOf(error) === Error.prototype && !('code' in error)
}
