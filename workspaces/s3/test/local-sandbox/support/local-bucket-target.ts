import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { LocalSandbox } from '@caisson/core'
import type { SandboxTarget, TestedSandbox } from '@caisson/conformance'
import { startS3Emulator, type S3Emulator } from '@caisson/emulators'
import { S3Filesystem } from '../../../src/index.js'

const region = 'us-east-1'
const account = { accessKeyId: 'LOCALTARGETKEY', secretAccessKey: 'secret-of-the-local-target' }
const wrongSecret = 'wrong-secret-of-the-local-target'

/** Local sandboxes with buckets at an emulator of S3. Each bucket is new. */
export async function localBucketTarget(
  isolation: 'none' | 'bwrap',
): Promise<SandboxTarget & { readonly emulator: S3Emulator; close(): Promise<void> }> {
  const root = await mkdtemp(path.join(tmpdir(), `caisson-local-buckets-${isolation}-`))
  const buckets = Array.from({ length: 60 }, (_, index) => `bucket-${index + 1}`)
  const emulator = await startS3Emulator({ accounts: [account], region, buckets })
  let lastNumber = 0
  const next = (name: string): string => `${name}-${(lastNumber += 1)}`
  return {
    name: `local (${isolation}) with S3`,
    emulator,
    create: (options) => {
      const id = options.id ?? next('sandbox')
      return new LocalSandbox({ ...options, id, isolation, workingDirectory: path.join(root, id) })
    },
    makeBucket: () => {
      const bucket = buckets.pop()
      return {
        open: ({ prefix, readOnly, wrongSecret: isWrong = false } = {}) => {
          const secretAccessKey = isWrong ? wrongSecret : account.secretAccessKey
          return new S3Filesystem({
            bucket,
            region,
            endpoint: emulator.url,
            ...account,
            prefix,
            readOnly,
            secretAccessKey,
          })
        },
        secrets: [account.secretAccessKey, wrongSecret],
      }
    },
    cleanup: async ({ workingDirectory = root }) => rm(workingDirectory, { recursive: true, force: true }),
    shellPath,
    close: async () => {
      await emulator.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

/**
 * Where the kernel says that it is, when it is mounted; else where it will appear. The mount may ask its emulator, which is in
 * this process: nothing here must wait for it without letting that answer.
 */
async function shellPath({ workingDirectory = '' }: TestedSandbox, mountPath: string): Promise<string> {
  try {
    return await realpath(workingDirectory + mountPath)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return workingDirectory + mountPath
    throw error
  }
}
