import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'quickstart-test-'))
  vi.stubEnv('TMPDIR', directory)
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(directory, { recursive: true, force: true })
})

/** A view of mounts of its own, in which the device of FUSE is no device. */
const withoutFuse = [
  '-m',
  '--propagation',
  'private',
  'sh',
  '-c',
  'mount --bind /proc/version /dev/fuse && exec "$@"',
  'sh',
]

const canHideFuse = spawnSync('unshare', [...withoutFuse, 'true']).status === 0

it.skipIf(!canHideFuse)(
  'reads the bucket through S3Filesystem where there is no FUSE, says so, and finds the same',
  async () => {
    const fileAt = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
    const flags = ['--conditions=@caisson/source', '--experimental-transform-types', '--no-warnings']
    const node = [process.execPath, ...flags, '--import', fileAt('support/source-loader.mjs'), fileAt('../index.ts')]
    const { stdout } = await promisify(execFile)('unshare', [...withoutFuse, ...node])
    expect(stdout).toMatch(/^this machine: the bucket is read through S3Filesystem, and commands get a copy/m)
    expect(stdout).toMatch(/^this machine: Cannot mount: .*or read and write the bucket through its filesystem/m)
    expect(stdout).toContain('The same program, unchanged, found the same there.')
    expect(await readdir(directory)).toEqual([])
  },
)
