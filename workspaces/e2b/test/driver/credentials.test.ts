import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startE2BEmulator, type E2BEmulator } from '@caisson/emulators'
import { E2BSandbox } from '../../src/index.js'

let emulator: E2BEmulator
beforeEach(async () => {
  emulator = await startE2BEmulator({ apiKeys: ['the-right-key'] })
  for (const name of ['E2B_API_KEY', 'E2B_ACCESS_TOKEN']) vi.stubEnv(name, undefined)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await emulator.close()
})

function make(credentials: { apiKey?: string; accessToken?: string }): E2BSandbox {
  return new E2BSandbox({ template: 'base', apiUrl: emulator.url, sandboxUrl: emulator.url, ...credentials })
}

/** Everything that an error shows, its causes included. */
function textOf(error: unknown): string {
  const texts: string[] = []
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    texts.push(`${cause.stack}`, JSON.stringify(cause))
  }
  return texts.join('\n')
}

describe('credentials [E01]', () => {
  it('a missing key is an error of the first call, naming options and variables; nothing is sent', async () => {
    const sandbox = make({})
    for (const call of [
      () => sandbox.start(),
      () => sandbox.stop(),
      () => sandbox.networking?.getPortUrl(3000),
      () => sandbox.executeCommand('true'),
    ]) {
      const error: unknown = await Promise.resolve(call()).catch((reason: unknown) => reason)
      expect(error).toMatchObject({ code: 'UNAUTHENTICATED', retry: 'never' })
      for (const name of ['apiKey', 'E2B_API_KEY', 'accessToken', 'E2B_ACCESS_TOKEN'])
        expect(textOf(error)).toContain(name)
    }
    expect(emulator.journal.last).toBe(0)
  })

  it('a wrong key is UNAUTHENTICATED, and is not shown', async () => {
    const error: unknown = await make({ apiKey: 'the-wrong-key' })
      .start()
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED', retry: 'never', provider: 'e2b' })
    expect(textOf(error)).not.toContain('the-wrong-key')
  })

  it('a key that is right lets in, and the environment may hold it', async () => {
    vi.stubEnv('E2B_API_KEY', 'the-right-key')
    await using sandbox = make({})
    expect(await sandbox.start()).toEqual({ outcome: 'created' })
  })

  it('is in nothing that an error of the network shows', async () => {
    const sandbox = make({ apiKey: 'the-right-key', accessToken: 'the-token' })
    await emulator.close()
    const error: unknown = await sandbox.start().catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'UNAVAILABLE', retry: 'safe' })
    for (const secret of ['the-right-key', 'the-token']) expect(textOf(error)).not.toContain(secret)
  })
})
