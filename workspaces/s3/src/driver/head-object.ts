import type { HeadObjectCommandOutput } from '@aws-sdk/client-s3'
import { Readable } from 'node:stream'
import { failureFacts } from './failure-facts.js'
import type { S3Requests } from './s3-requests.js'

/** Statuses that have several causes. The answer to HEAD has no room to say which one it was. */
const vague: ReadonlySet<number | undefined> = new Set([400, 401, 403])

/** Looks at an object; `undefined` when there is none. A refusal is asked for its reason with a second request. */
export async function headObject(
  requests: S3Requests,
  key: string,
  signal: AbortSignal | undefined,
): Promise<HeadObjectCommandOutput | undefined> {
  try {
    return await requests.read(
      async ({ sdk, client, bucket, options }) =>
        client.send(new sdk.HeadObjectCommand({ Bucket: bucket, Key: key }), options),
      { signal },
    )
  } catch (error) {
    const { status } = failureFacts(error)
    if (status === 404) return undefined
    if (vague.has(status)) await throwReason(requests, key, signal)
    throw error
  }
}

/** The first byte of the object needs the same rights, and its refusal is in words. */
async function throwReason(requests: S3Requests, key: string, signal: AbortSignal | undefined): Promise<void> {
  const { Body } = await requests.read(
    async ({ sdk, client, bucket, options }) =>
      client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: key, Range: 'bytes=0-0' }), options),
    { signal },
  )
  if (Body instanceof Readable) Body.destroy()
}
