import { startS3Emulator, type S3Emulator, type S3EmulatorOptions } from '@caisson/emulators'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { S3Filesystem, type S3FilesystemOptions } from '../../src/index.js'

/** Buckets of a file of tests, empty for each test. */
export interface Emulated {
  readonly emulator: S3Emulator
  /** What leads a filesystem to the bucket `data`. */
  readonly connection: S3FilesystemOptions
  /** A filesystem in the bucket `data`, which is destroyed after the test. */
  make(options?: Partial<S3FilesystemOptions>): S3Filesystem
  /** What was asked while `step` ran, by the vendor's names. */
  requestsOf(step: () => Promise<unknown>): Promise<string[]>
}

/** Starts an emulator for a file of tests. */
export function useEmulator(options: S3EmulatorOptions = {}): Emulated {
  let running: S3Emulator | undefined
  const made: S3Filesystem[] = []

  beforeAll(async () => {
    running = await startS3Emulator({ buckets: ['data'], ...options })
  })
  afterEach(async () => {
    await Promise.all(made.splice(0).map(async (filesystem) => filesystem.destroy()))
    await running?.reset()
  })
  afterAll(async () => running?.close())

  const emulated: Emulated = {
    get emulator() {
      if (running === undefined) throw new TypeError('The emulator is not running')
      return running
    },
    get connection() {
      const { url, env } = emulated.emulator
      return {
        bucket: 'data',
        region: 'us-east-1',
        endpoint: url,
        accessKeyId: env['AWS_ACCESS_KEY_ID'],
        secretAccessKey: env['AWS_SECRET_ACCESS_KEY'],
        sessionToken: env['AWS_SESSION_TOKEN'],
      }
    },
    make: (changes = {}) => {
      const filesystem = new S3Filesystem({ ...emulated.connection, ...changes })
      made.push(filesystem)
      return filesystem
    },
    requestsOf: async (step) => {
      const { journal } = emulated.emulator
      const after = journal.last
      await step()
      return journal.entries({ after }).map(({ route }) => route)
    },
  }
  return emulated
}
