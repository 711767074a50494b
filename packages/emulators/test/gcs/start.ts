import { type Bucket, Storage, type StorageOptions } from '@google-cloud/storage'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type GCSEmulator, type GCSEmulatorOptions, startGCSEmulator } from '@caisson/emulators'

/** The vendor's client, without its patience for failures. */
export function clientOf(emulator: GCSEmulator, options: StorageOptions = {}): Storage {
  return new Storage({
    apiEndpoint: emulator.url,
    projectId: 'emulated',
    retryOptions: { autoRetry: false },
    ...options,
  })
}

/** One emulator with a bucket `data` for the tests of a file; each test begins with it empty. */
export function useGCS(options: GCSEmulatorOptions = {}): { readonly emulator: GCSEmulator; readonly bucket: Bucket } {
  let emulator: GCSEmulator | undefined
  beforeAll(async () => {
    emulator = await startGCSEmulator({ buckets: ['data'], ...options })
  })
  afterEach(() => emulator?.reset())
  afterAll(() => emulator?.close())
  const present = (): GCSEmulator => {
    if (emulator === undefined) throw new TypeError('the emulator has not started')
    return emulator
  }
  return {
    get emulator() {
      return present()
    },
    get bucket() {
      return clientOf(present()).bucket('data')
    },
  }
}
