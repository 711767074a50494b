import { expect, test } from 'vitest'
import { startE2BEmulator } from '@caisson/emulators'
import { isLoopback } from '../../src/http/loopback.js'

test.each(['127.0.0.1', '127.1.2.3', 'localhost', '::1', '[::1]'])('takes %s', (host) => {
  expect(isLoopback(host)).toBe(true)
})

test.each(['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example.com', 'example.com', ''])('refuses %j', (host) => {
  expect(isLoopback(host)).toBe(false)
})

test('does not listen elsewhere unless told to', async () => {
  const started = startE2BEmulator({ host: '0.0.0.0' })
  await expect(started).rejects.toMatchObject({ code: 'NOT_LOOPBACK' })
  await expect(started).rejects.toThrow(/no security boundary/)
})

test.each([
  [{ port: 70_000 }, 'port'],
  [{ latencyMs: -1 }, 'latencyMs'],
  [{ domain: 'no dots' }, 'domain'],
])('refuses %j', async (options, name) => {
  await expect(startE2BEmulator(options)).rejects.toThrow(new RegExp(`^${name}: expected`))
})

test('says which port is taken', async () => {
  const first = await startE2BEmulator()
  try {
    const port = Number(new URL(first.url).port)
    await expect(startE2BEmulator({ port })).rejects.toMatchObject({ code: 'LISTEN_FAILED' })
  } finally {
    await first.close()
  }
})
