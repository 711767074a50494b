import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { E2BSandbox } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'

const emulated = useEmulated({ apiKeys: ['sk_token'] })

beforeEach(() => {
  for (const name of ['E2B_API_KEY', 'E2B_ACCESS_TOKEN', 'E2B_API_URL', 'E2B_SANDBOX_URL', 'E2B_DOMAIN']) {
    vi.stubEnv(name, '')
  }
})
afterEach(() => vi.unstubAllEnvs())

describe('a sandbox without credentials', () => {
  it('is made, tells of itself, and fails on first use before anything is sent', async () => {
    const { apiUrl, sandboxUrl } = emulated.connection
    const sandbox = new E2BSandbox({ template: 'base', apiUrl, sandboxUrl })
    await expect(sandbox.getInfo()).resolves.toMatchObject({ status: 'pending' })
    const before = emulated.emulator.journal.count()
    await expect(sandbox.executeCommand('true')).rejects.toMatchObject({ code: 'UNAUTHENTICATED', retry: 'never' })
    await expect(sandbox.start()).rejects.toThrow(/apiKey or accessToken.*E2B_API_KEY or E2B_ACCESS_TOKEN/)
    expect(emulated.emulator.journal.count()).toBe(before)
  })

  it('works as soon as the environment has them', async () => {
    const { apiUrl, sandboxUrl } = emulated.connection
    const sandbox = new E2BSandbox({ template: 'base', apiUrl, sandboxUrl })
    vi.stubEnv('E2B_API_KEY', 'sk_token')
    try {
      await expect(sandbox.start()).resolves.toMatchObject({ outcome: 'created' })
    } finally {
      await sandbox.destroy()
    }
  })
})

describe('[E01] a sandbox with a token and no key', () => {
  it('runs a command', async () => {
    const { apiUrl, sandboxUrl } = emulated.connection
    const sandbox = new E2BSandbox({ template: 'base', accessToken: 'sk_token', apiUrl, sandboxUrl })
    try {
      await expect(sandbox.executeCommand('echo hello')).resolves.toMatchObject({ exitCode: 0, stdout: 'hello\n' })
    } finally {
      await sandbox.destroy()
    }
  })

  it('is refused with a wrong one, which is not shown', async () => {
    const { apiUrl, sandboxUrl } = emulated.connection
    const sandbox = new E2BSandbox({ template: 'base', accessToken: 'sk_hunter2', apiUrl, sandboxUrl })
    const error: unknown = await sandbox.start().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(String(error)).not.toContain('hunter2')
  })
})
