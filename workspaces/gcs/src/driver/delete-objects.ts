import { objectAddress } from './addresses.js'
import { toAbort } from './conditions.js'
import { gcsErrorKind } from './error-kind.js'
import type { GCSBucket } from './gcs-bucket.js'
import type { GCSClients } from './gcs-clients.js'
import { send } from './send.js'

/** Requests at once. The service has no way to delete several objects by one. */
const deletesAtOnce = 16

/** What became of a key that is still there. */
interface FailedDelete {
  readonly key: string
  readonly error: unknown
}

/** Deletes objects. Missing ones are no failure. After an abort no further request is sent. */
export async function deleteObjects(
  clients: GCSClients,
  bucket: GCSBucket,
  keys: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly FailedDelete[]> {
  const failed: FailedDelete[] = []
  const left = [...keys]
  const work = async (): Promise<void> => {
    for (let key = left.shift(); key !== undefined; key = left.shift()) {
      signal?.throwIfAborted()
      const url = objectAddress(bucket, key)
      const error = await send(clients, { url, method: 'DELETE', ...toAbort(signal) }).then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      if (error !== undefined && gcsErrorKind(error) !== 'missing') failed.push({ key, error })
    }
  }
  await Promise.all(Array.from({ length: Math.min(deletesAtOnce, keys.length) }, work))
  return failed
}
