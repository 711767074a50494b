import type { GetObjectCommandOutput } from '@aws-sdk/client-s3'
import { ObjectStoreError, type CopyRequest } from '@caisson/kit/object-store'
import { Readable } from 'node:stream'
import { copyInParts } from './copy-in-parts.js'
import { describeObject } from './describe-object.js'
import { headObject } from './head-object.js'
import type { RequestContext } from './s3-requests.js'
import type { UploadContext } from './upload-stream.js'

/** A source, with its content where it is small. */
interface Source {
  readonly answer: GetObjectCommandOutput
  readonly content: Buffer | undefined
}

/**
 * A copy to a key that must be free, at stores that overlook conditions of copies: they decide on writes, so a small object is
 * read and written, and a large one is put together of copied parts.
 */
export async function createCopy(
  context: UploadContext & { readonly bucket: string },
  request: CopyRequest,
): Promise<void> {
  const { requests, limits, bucket } = context
  const { source, destination, signal } = request
  const extraMs = limits.uploadPartBytes / limits.bytesPerMs
  const { answer, content } = await requests.read(
    async (sending) => readSource(sending, source, limits.uploadPartBytes),
    { signal, extraMs },
  )
  if (content === undefined) {
    const there = await headObject(requests, destination, signal)
    if (there !== undefined) throw new ObjectStoreError('There is an object with this key', 'exists')
    await copyInParts(context, request, { bucket, head: answer })
    return
  }
  await requests.write(
    async ({ sdk, client, options }) => {
      const input = { Bucket: bucket, Key: destination, Body: content, IfNoneMatch: '*', ...describeObject(answer) }
      return client.send(new sdk.PutObjectCommand(input), options)
    },
    { signal, extraMs },
  )
}

async function readSource(
  { sdk, client, bucket, options }: RequestContext,
  key: string,
  mostBytes: number,
): Promise<Source> {
  const answer = await client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: key }), options)
  const { Body, ContentLength = 0 } = answer
  if (!(Body instanceof Readable)) throw new ObjectStoreError('The store sent no content', 'unavailable')
  if (ContentLength > mostBytes) {
    Body.destroy()
    return { answer, content: undefined }
  }
  const pieces: Uint8Array[] = []
  for await (const piece of Body) pieces.push(piece as Uint8Array)
  return { answer, content: Buffer.concat(pieces) }
}
