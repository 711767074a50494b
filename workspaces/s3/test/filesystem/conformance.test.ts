import { runFilesystemConformance } from '@caisson/conformance'
import { startS3Emulator, type S3Emulator } from '@caisson/emulators'
import { afterAll, beforeAll } from 'vitest'
import { S3Filesystem } from '../../src/index.js'

const capabilities = {
  modes: false,
  symlinks: false,
  atomicWrites: true,
  exclusiveCreate: true,
  /** Times are whole seconds; changes within one are told by the version. */
  preciseTimes: true,
  strictTree: false,
  rootedPaths: true,
  streams: true,
  anyNames: true,
}

let emulator: S3Emulator
let cases = 0

beforeAll(async () => {
  emulator = await startS3Emulator({ buckets: ['data'], pageSize: 3 })
})
afterAll(async () => emulator?.close())

runFilesystemConformance({
  name: 'S3Filesystem over pages of 3',
  capabilities,
  pageEntries: 3,
  create: async ({ readOnly = false }) => {
    const options = {
      bucket: 'data',
      region: 'us-east-1',
      endpoint: emulator.url,
      accessKeyId: emulator.env['AWS_ACCESS_KEY_ID'],
      secretAccessKey: emulator.env['AWS_SECRET_ACCESS_KEY'],
      prefix: `case ${cases++}`,
    }
    const filesystem = new S3Filesystem({ ...options, readOnly })
    if (readOnly) await new S3Filesystem(options).writeFile('kept', 'kept')
    return { filesystem, cleanup: async () => filesystem.destroy() }
  },
})
