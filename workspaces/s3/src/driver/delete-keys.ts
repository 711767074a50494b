import type { DeleteObjectsCommandOutput } from '@aws-sdk/client-s3'
import { FilesystemError, PermissionError } from '@caisson/core/workspace'
import { useFallbackChecksum } from './fallback-checksum.js'
import { InParallel } from './in-parallel.js'
import type { S3Requests } from './s3-requests.js'

/** What XML has no form for; such a key cannot stand in a request for many. */
// oxlint-disable-next-line no-control-regex -- these are what it is about
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

interface KeyFailure {
  readonly key: string
  readonly error: unknown
}

/** How keys are deleted. */
export interface DeleteContext {
  readonly requests: S3Requests
  readonly isAmazon: boolean
  readonly signal: AbortSignal | undefined
}

/** Deletes keys, with one request where that is possible. Returns those that could not be deleted. */
export async function deleteKeys(context: DeleteContext, keys: readonly string[]): Promise<readonly KeyFailure[]> {
  const [only] = keys
  if (only !== undefined && keys.length === 1) {
    await deleteOne(context, only)
    return []
  }
  const together = keys.filter((key) => !unwritable.test(key))
  const failures = together.length === 0 ? [] : await deleteMany(context, together)
  const parallel = new InParallel(4)
  const single: KeyFailure[] = []
  for (const key of keys.filter((candidate) => unwritable.test(candidate))) {
    await parallel.add(async () => {
      await deleteOne(context, key).catch((error: unknown) => single.push({ key, error }))
    })
  }
  await parallel.end()
  return [...failures, ...single]
}

async function deleteOne({ requests, signal }: DeleteContext, key: string): Promise<void> {
  await requests.write(
    async ({ sdk, client, bucket, options }) =>
      client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: key }), options),
    { signal },
  )
}

async function deleteMany(
  { requests, isAmazon, signal }: DeleteContext,
  keys: readonly string[],
): Promise<KeyFailure[]> {
  const { Errors = [] } = await requests.write(
    async ({ sdk, client, bucket, options }) => {
      const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true }
      const command = new sdk.DeleteObjectsCommand({ Bucket: bucket, Delete })
      if (!isAmazon) useFallbackChecksum(command)
      return client.send(command, options)
    },
    { signal },
  )
  return Errors.map(toFailure)
}

type RefusedKey = NonNullable<DeleteObjectsCommandOutput['Errors']>[number]

/** The store's words stay out: they may repeat what was signed. */
function toFailure({ Key = '', Code = 'unknown' }: RefusedKey): KeyFailure {
  const isDenied = Code === 'AccessDenied'
  const text = `The store did not delete ${Key}: ${Code}`
  return { key: Key, error: isDenied ? new PermissionError(Key, 'delete') : new FilesystemError(text, 'EIO', Key) }
}
