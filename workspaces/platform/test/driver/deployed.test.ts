import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { PlatformFilesystem, PlatformSandbox, type PlatformSandboxOptions } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'

const target = useEmulated()

/** What a program that is deployed at the platform has in its environment. */
beforeEach(() => {
  for (const [name, value] of Object.entries(target.emulator.env)) vi.stubEnv(name, value)
  for (const name of ['MASTRA_PLATFORM_SECRET_KEY', 'SANDBOX_PROVIDER']) vi.stubEnv(name, '')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await target.emulator.reset()
})

function make(options?: PlatformSandboxOptions): PlatformSandbox {
  const sandbox = options === undefined ? new PlatformSandbox() : new PlatformSandbox(options)
  onTestFinished(() => sandbox.destroy())
  return sandbox
}

describe('[P01] a program that is deployed at the platform', () => {
  it('gives no options at all', async () => {
    const sandbox = make()
    expect([sandbox.name, sandbox.provider, sandbox.status]).toEqual(['PlatformSandbox', 'platform', 'pending'])
    expect(sandbox.id).toMatch(/^platform-sandbox-/)
    expect((await sandbox.executeCommand('echo hi')).stdout).toBe('hi\n')
    expect(sandbox.status).toBe('running')
    const filesystem = new PlatformFilesystem()
    await filesystem.writeFile('/a.txt', 'a')
    expect(await filesystem.readFile('/a.txt', { encoding: 'utf8' })).toBe('a')
  })

  it('may have what is missing only after the sandbox was made; nothing is sent before', async () => {
    const { MASTRA_PROJECT_ID: projectId } = target.emulator.env
    vi.stubEnv('MASTRA_PROJECT_ID', '')
    const sandbox = make()
    const before = target.emulator.journal.last
    await expect(sandbox.start()).rejects.toThrow(/projectId.*MASTRA_PROJECT_ID/)
    expect(target.emulator.journal.last).toBe(before)
    vi.stubEnv('MASTRA_PROJECT_ID', projectId)
    expect(await sandbox.start()).toEqual({ outcome: 'created' })
  })
})

describe('executeCommand', () => {
  it('quotes arguments, and takes the command as shell text', async () => {
    const sandbox = make({ env: { BASE: 'base' } })
    const args = ['a b', '$HOME', "it's", '; exit 9', '`id`', '']
    expect((await sandbox.executeCommand('printf "<%s>"', args)).stdout).toBe(args.map((arg) => `<${arg}>`).join(''))
    expect((await sandbox.executeCommand('printf "x\\ny\\n" | grep y > found; cat found')).stdout).toBe('y\n')
    const given = { timeout: 30_000, cwd: '/tmp', env: { INPUT: 'repo' } }
    expect(await sandbox.executeCommand('pwd; echo $BASE $INPUT; echo no >&2; exit 3', [], given)).toMatchObject({
      success: false,
      exitCode: 3,
      stdout: '/tmp\nbase repo\n',
      stderr: 'no\n',
      executionTimeMs: expect.any(Number) as number,
    })
  })

  it('ends what takes longer than the option says, or than the call says instead', async () => {
    const sandbox = make({ timeout: 300 })
    await sandbox.start()
    expect(await sandbox.executeCommand('sleep 4322')).toMatchObject({ exitCode: 124, timedOut: true, success: false })
    expect(await sandbox.executeCommand('sleep 0.6; echo done', [], { timeout: 30_000 })).toMatchObject({
      exitCode: 0,
      stdout: 'done\n',
    })
  })

  it('finds the recipe, but for what the emulator says that this computer lacks', async () => {
    const sandbox = make()
    const { missingPrograms, summary } = target.emulator.describe()
    for (const name of ['python3', 'node', 'npm', 'tsc', 'tsx', 'git', 'gcc', 'make']) {
      const { success } = await sandbox.executeCommand(name, ['--version'])
      expect(success, name).toBe(!missingPrograms.includes(name))
    }
    const { stdout } = await sandbox.executeCommand('node --version')
    const isOld = Number(/^v(\d+)/.exec(stdout)?.[1]) < 22
    expect(missingPrograms.includes('node 22')).toBe(isOld)
    expect(summary.includes('sandboxes lack')).toBe(missingPrograms.length > 0)
    for (const name of missingPrograms) expect(summary).toContain(name)
  })
})
