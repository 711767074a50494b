import { startS3Emulator } from '@caisson/emulators'
import { S3Filesystem } from '@caisson/s3'

/** A bucket, and how to get at it. */
export interface Bucket {
  /** Its files, for file tools, and for sandboxes to mount. */
  open(): S3Filesystem
}

/** A new bucket at an emulator of S3 on this machine, which needs no account: the rest is as with S3 itself. */
export async function startBucket(): Promise<Bucket & AsyncDisposable> {
  const account = { accessKeyId: 'quickstart', secretAccessKey: crypto.randomUUID() }
  const emulator = await startS3Emulator({ buckets: ['weather'], accounts: [account] })
  return {
    // With an account: the same without `endpoint`.
    open: () => new S3Filesystem({ bucket: 'weather', region: 'us-east-1', endpoint: emulator.url, ...account }),
    [Symbol.asyncDispose]: () => emulator.close(),
  }
}
