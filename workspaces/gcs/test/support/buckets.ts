import { createServiceAccountKey, startGCSEmulator, type GCSEmulator } from '@caisson/emulators'
import { afterAll, beforeAll } from 'vitest'
import { GCSDriver } from '../../src/driver/index.js'
import { GCSFilesystem, type GCSCredentials, type GCSFilesystemOptions } from '../../src/index.js'
import { resolveGCSOptions } from '../../src/options/index.js'

interface BoxOptions extends GCSFilesystemOptions {
  bucket: string
  prefix: string
  credentials: GCSCredentials
  endpoint: string
}

/** One emulator for a file of tests; each case has a prefix of its own. */
export interface Buckets {
  readonly emulator: GCSEmulator
  /** Options of a filesystem that may do everything, in a place where there is nothing. */
  options(): BoxOptions
  filesystem(options?: Partial<GCSFilesystemOptions>): GCSFilesystem
  driver(): GCSDriver
}

/** The account may do everything, a second one may only read. */
export function useEmulator(pageSize = 1000, rewriteBytesPerCall?: number): Buckets {
  let emulator: GCSEmulator | undefined
  let made = 0
  beforeAll(async () => {
    const [writer, reader] = await Promise.all([
      createServiceAccountKey({ name: 'writer' }),
      createServiceAccountKey({ name: 'reader' }),
    ])
    emulator = await startGCSEmulator({
      buckets: ['box', { name: 'public-box', public: true }],
      accounts: [{ key: writer }, { key: reader, readOnly: true }],
      pageSize,
      rewriteBytesPerCall,
    })
  })
  afterAll(async () => emulator?.close())
  const running = (): GCSEmulator => {
    if (emulator === undefined) throw new TypeError('Expected the emulator to run')
    return emulator
  }
  const options: Buckets['options'] = () => {
    made += 1
    const [credentials] = running().keys
    if (credentials === undefined) throw new TypeError('Expected an account')
    return { bucket: 'box', prefix: `case-${made}`, credentials: { ...credentials }, endpoint: running().url }
  }
  return {
    get emulator() {
      return running()
    },
    options,
    filesystem: (more) => new GCSFilesystem({ ...options(), ...more }),
    driver: () => new GCSDriver(resolveGCSOptions(options()).bucket),
  }
}
