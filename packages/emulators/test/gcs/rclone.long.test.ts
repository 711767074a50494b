import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createServiceAccountKey, type GCSEmulator, startGCSEmulator } from '@caisson/emulators'

const run = promisify(execFile)

const isInstalled = (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(path.join(folder, 'rclone')))

/** How rclone says who it is. */
const accesses = {
  anonymous: () => 'anonymous = true',
  'service account': (folder: string) => `service_account_file = ${folder}/key.json`,
} as const satisfies Record<string, (folder: string) => string>

function configOf(emulator: GCSEmulator, access: string): string {
  const lines = ['[store]', 'type = google cloud storage', access, `endpoint = ${emulator.url}/storage/v1/`]
  return [...lines, 'no_check_bucket = true', 'bucket_policy_only = true', ''].join('\n')
}

describe.skipIf(!isInstalled)('rclone, a Go client (skipped where it is not installed)', () => {
  let emulator: GCSEmulator
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'caisson-rclone-'))
    await mkdir(path.join(folder, 'here', 'sub'), { recursive: true })
  })

  afterEach(async () => {
    await emulator.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function rclone(...words: string[]): Promise<string> {
    // A variable of other tools breaks it.
    const { AWS_CA_BUNDLE: _, ...environment } = process.env
    const all = ['--config', path.join(folder, 'rclone.conf'), '--retries', '1', ...words]
    return (await run('rclone', all, { env: environment, encoding: 'utf8' })).stdout
  }

  test.each(['anonymous', 'service account'] as const)(
    '[M02] carries files there and back: %s',
    async (kind) => {
      const key = await createServiceAccountKey()
      emulator = await startGCSEmulator({ buckets: ['data'], ...(kind === 'anonymous' ? {} : { accounts: [{ key }] }) })
      await writeFile(path.join(folder, 'key.json'), JSON.stringify({ ...key, token_uri: `${emulator.url}/token` }))
      await writeFile(path.join(folder, 'rclone.conf'), configOf(emulator, accesses[kind](folder)))
      const content = randomBytes(17 * 1024 * 1024)
      await writeFile(path.join(folder, 'here', 'large'), content)
      await writeFile(path.join(folder, 'here', 'sub', 'a b%c+d#é'), 'x')
      await rclone('copy', path.join(folder, 'here'), 'store:data/there')
      expect((await rclone('lsf', '-R', 'store:data')).split('\n').toSorted()).toEqual([
        '',
        'there/',
        'there/large',
        'there/sub/',
        'there/sub/a b%c+d#é',
      ])
      await rclone('moveto', 'store:data/there/large', 'store:data/moved/larger')
      await rclone('copy', 'store:data/moved', path.join(folder, 'back'))
      expect((await readFile(path.join(folder, 'back', 'larger'))).equals(content)).toBe(true)
      await rclone('purge', 'store:data/there')
      expect(await rclone('lsf', '-R', '--files-only', 'store:data')).toBe('moved/larger\n')
      const { journal } = emulator
      expect(journal.unrouted()).toEqual([])
      expect(journal.count({ route: 'POST /upload/storage/v1/b/{bucket}/o?upload_id' })).toBeGreaterThan(1)
      expect(journal.count({ route: 'POST /token' }) > 0).toBe(kind !== 'anonymous')
    },
    60_000,
  )
})
