import type { SandboxTarget, TestedBucket } from '@caisson/conformance'
import { isOnPath } from './is-on-path.js'
import { keys, startS3Store, type S3Store } from './stores.js'
import { whyNoMounts, type MachineEmulator } from './why-no-mounts.js'

const wrongSecret = 'wr0ng/secret+of+the+emulated=account0001'

/** A bucket of an emulated S3 that machines mount with the real s3fs. */
function bucketOf(store: S3Store): TestedBucket {
  const bucket = store.nextBucket()
  return {
    open: ({ wrongSecret: isWrong, ...options } = {}) =>
      store.open({ ...options, bucket, ...(isWrong ? { secretAccessKey: wrongSecret } : {}) }),
    secrets: [keys.secretAccessKey, wrongSecret],
  }
}

/** Mounts a directory of the machine elsewhere in it, by a program that Caisson does not use. */
const mountForeign: NonNullable<SandboxTarget['mountForeign']> = async (sandbox, mountPath) => {
  const { exitCode, stderr } = await sandbox.executeCommand(
    `mkdir -p foreign && echo foreign > foreign/foreign.txt && sudo mkdir -p ${mountPath} && sudo bindfs foreign ${mountPath}`,
  )
  if (exitCode !== 0) throw new TypeError(`bindfs failed: ${stderr}`)
}

/** What a target with buckets has more than one without, or why it has none. */
export interface BucketTarget extends Pick<SandboxTarget, 'makeBucket' | 'noBuckets' | 'mountForeign'> {
  /** Ends the store. */
  closeBuckets(): Promise<void>
}

/** Buckets that the machines of an emulator mount. */
export async function bucketTarget(emulator: MachineEmulator): Promise<BucketTarget> {
  const noBuckets = whyNoMounts(emulator)
  if (noBuckets !== undefined) return { noBuckets, closeBuckets: async () => undefined }
  const store = await startS3Store()
  return {
    makeBucket: () => bucketOf(store),
    ...(isOnPath('bindfs') ? { mountForeign } : {}),
    closeBuckets: () => store.server.close(),
  }
}
