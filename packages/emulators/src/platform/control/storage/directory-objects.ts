import { type Content, digestOf, type StoredObject } from '../../../objects/index.js'
import type { BucketFiles, FileBucket } from './bucket-files.js'
import { conflict } from './failures.js'

/** The type of the empty objects that directories are. */
const directoryType = 'application/x-directory'

/** All objects whose keys begin so, the directory of that name among them. */
export function objectsBelow(bucket: FileBucket, prefix: string): readonly StoredObject[] {
  return bucket.list({ prefix, limit: Number.POSITIVE_INFINITY }).objects
}

/** Whether there is anything but the directory itself. */
export function hasChildren(bucket: FileBucket, directory: string): boolean {
  return bucket.list({ prefix: directory, after: directory, limit: 1 }).objects.length > 0
}

async function noBytes(files: BucketFiles): Promise<Content> {
  const nothing = async function* (): AsyncGenerator<Uint8Array> {}
  return (await files.store.receive(nothing(), [])).content
}

/** Makes a directory, and says whether it was made. Throws a 409 where a file has its name. */
export async function makeDirectory(files: BucketFiles, bucket: FileBucket, key: string): Promise<boolean> {
  const name = key.replace(/\/$/, '')
  const content = await noBytes(files)
  if (bucket.get(name) !== undefined) {
    content.release()
    throw conflict(`${JSON.stringify(name)} is a file`)
  }
  if (bucket.get(`${name}/`) !== undefined) {
    content.release()
    return false
  }
  const digest = digestOf('md5', Buffer.alloc(0))
  bucket.put(`${name}/`, {
    content,
    digests: { md5: digest },
    etag: digest.toString('hex'),
    contentType: directoryType,
    metadata: {},
    attributes: {},
  })
  return true
}
