import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DaytonaSandbox } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'

const emulated = useEmulated({ apiKeys: ['dtn_key'] })
const variables = [
  'DAYTONA_API_KEY',
  'DAYTONA_JWT_TOKEN',
  'DAYTONA_ORGANIZATION_ID',
  'DAYTONA_API_URL',
  'DAYTONA_SERVER_URL',
  'DAYTONA_TARGET',
]

beforeEach(() => {
  for (const name of variables) vi.stubEnv(name, '')
})
afterEach(() => vi.unstubAllEnvs())

describe('[D01] a sandbox without credentials', () => {
  it('is made, tells of itself, and fails on first use before anything is sent', async () => {
    const sandbox = new DaytonaSandbox({ apiUrl: emulated.emulator.apiUrl })
    await expect(sandbox.getInfo()).resolves.toMatchObject({ status: 'pending' })
    const before = emulated.emulator.journal.count()
    await expect(sandbox.executeCommand('true')).rejects.toMatchObject({ code: 'UNAUTHENTICATED', retry: 'never' })
    await expect(sandbox.start()).rejects.toThrow(/apiKey or jwtToken with organizationId.*DAYTONA_API_KEY/)
    expect(emulated.emulator.journal.count()).toBe(before)
  })

  it('works as soon as the environment has them, and the address', async () => {
    const sandbox = new DaytonaSandbox()
    vi.stubEnv('DAYTONA_API_KEY', 'dtn_key')
    vi.stubEnv('DAYTONA_API_URL', emulated.emulator.apiUrl)
    try {
      await expect(sandbox.start()).resolves.toMatchObject({ outcome: 'created' })
    } finally {
      await sandbox.destroy()
    }
  })
})

describe('[D01] a sandbox with a token and its organization', () => {
  it('says both with each request', async () => {
    const { apiUrl, journal } = emulated.emulator
    const after = journal.last
    const sandbox = new DaytonaSandbox({ jwtToken: 'dtn_key', organizationId: 'org-1', apiUrl })
    try {
      await expect(sandbox.start()).resolves.toMatchObject({ outcome: 'created' })
    } finally {
      await sandbox.destroy()
    }
    // The journal hides values of headers that it does not know.
    const names = ['authorization', 'x-daytona-organization-id']
    const requests = journal.entries({ after })
    expect(requests.length).toBeGreaterThan(0)
    for (const { headers } of requests) expect(Object.keys(headers)).toEqual(expect.arrayContaining(names))
  })

  it('is refused with a wrong one, which is not shown', async () => {
    const { apiUrl } = emulated.emulator
    const sandbox = new DaytonaSandbox({ jwtToken: 'dtn_hunter2', organizationId: 'org-1', apiUrl })
    const error: unknown = await sandbox.start().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(String(error)).not.toContain('hunter2')
  })
})

describe('[D03] what is ignored', () => {
  it('is in the log once, however often the sandbox is used', async () => {
    const { apiUrl } = emulated.emulator
    const warnings: string[] = []
    const quiet = (): void => undefined
    const logger = { debug: quiet, info: quiet, error: quiet, warn: (text: string) => void warnings.push(text) }
    const sandbox = new DaytonaSandbox({ apiKey: 'dtn_key', apiUrl, resources: { cpu: 2 }, logger })
    try {
      await sandbox.start()
      await sandbox.stop()
      await sandbox.start()
    } finally {
      await sandbox.destroy()
    }
    expect(warnings.filter((text) => text.includes('option resources is ignored'))).toHaveLength(1)
  })
})
