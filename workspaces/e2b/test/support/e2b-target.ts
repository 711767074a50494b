import { startE2BEmulator, type E2BEmulator } from '@caisson/emulators'
import type { SandboxTarget, TestedBucket } from '@caisson/conformance'
import { E2BSandbox } from '../../src/index.js'
import { isOnPath } from './mount-tools.js'
import { keys, startS3Store, type S3Store } from '../mounts/support/stores.js'
import { whyNoMounts } from '../mounts/support/why-no-mounts.js'

const knownFailing = {
  'process/streams/joining-inside-a-character':
    'the SDK keeps the beginning of a character back until its rest has come; nothing is lost',
}

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

/** A target over E2BSandbox on an emulator of its own. The same id is the same machine. */
export async function e2bTarget(): Promise<SandboxTarget & { emulator: E2BEmulator; close(): Promise<void> }> {
  const emulator = await startE2BEmulator()
  const connection = { apiKey: 'e2b_test', apiUrl: emulator.url, sandboxUrl: emulator.url }
  const obstacle = whyNoMounts(emulator)
  const store = obstacle === undefined ? await startS3Store() : undefined
  return {
    name: 'e2b (emulated)',
    emulator,
    knownFailing,
    // Each case has a machine of its own, and many run at once.
    caseLimitMs: 60_000,
    create: (options) => new E2BSandbox({ ...connection, ...options }),
    ...(store ? { makeBucket: () => bucketOf(store) } : { noBuckets: obstacle }),
    ...(store && isOnPath('bindfs') ? { mountForeign } : {}),
    close: async () => {
      await emulator.close()
      await store?.server.close()
    },
  }
}
