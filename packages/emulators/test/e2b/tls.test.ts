import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { useEmulator } from './start.js'

const context = useEmulator({ tls: true })

test('gives the vendor’s client a domain of its own, where hosts of sandboxes can be reached', async () => {
  const port = 41_000 + (process.pid % 10_000)
  const client = fileURLToPath(new URL('tls-client.mjs', import.meta.url))
  const { emulator } = context
  const { stdout } = await promisify(execFile)(process.execPath, [client, String(port)], {
    env: { PATH: process.env['PATH'], ...emulator.env },
  })
  const { host, ...shown } = JSON.parse(stdout) as Record<string, unknown>
  expect(host).toMatch(new RegExp(`^${port}-i[a-z0-9]{20}\\.emu\\.test:\\d+$`))
  expect(shown).toEqual({
    command: 'hello\n',
    page: 'served over https',
    download: 'served over https',
    exists: true,
    listed: 1,
  })
  expect(emulator.url).toMatch(/^https:\/\/api\.emu\.test:\d+$/)
  expect(emulator.ca).toContain('BEGIN CERTIFICATE')
})
