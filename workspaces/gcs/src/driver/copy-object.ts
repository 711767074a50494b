import type { CopyRequest } from '@caisson/kit/object-store'
import { copyAddress } from './addresses.js'
import { toAbort, toParameters } from './conditions.js'
import type { GCSBucket } from './gcs-bucket.js'
import type { GCSClients } from './gcs-clients.js'
import { send } from './send.js'

/**
 * Copies within the bucket, with what is stored beside the content; large objects take several requests, and nothing is visible
 * before the last one.
 */
export async function copyObject(
  clients: GCSClients,
  bucket: GCSBucket,
  { source, destination, condition, signal }: CopyRequest,
): Promise<void> {
  const url = copyAddress(bucket, source, destination)
  let token: unknown
  do {
    const params = { ...toParameters(condition), ...(typeof token === 'string' ? { rewriteToken: token } : {}) }
    const { body } = await send(clients, { url, method: 'POST', params, ...toAbort(signal) })
    token = body['done'] === true ? undefined : body['rewriteToken']
  } while (token !== undefined)
}
