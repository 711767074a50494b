import { startE2BEmulator, type E2BEmulator } from '@caisson/emulators'
import { CommandExitError, Sandbox } from 'e2b'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExecEnd, ExecRequest } from '../../src/exec/exec-channel.js'
import type { ExecLease } from '../../src/exec/exec-lease.js'
import type { E2BExecResult, E2BExecRunner } from '../../src/exec/e2b-exec.js'
import { LeaseCache } from '../../src/exec/lease-cache.js'
import { leasedExec } from '../../src/exec/leased-exec.js'

const plain: ExecLease = {
  provider: 'e2b',
  sandboxId: 'sbx',
  providerResourceId: 'machine',
  jwt: 'secret',
  wsEndpoint: 'http://127.0.0.1:1',
  subprotocol: '',
  expiresAtMs: Date.now() + 3_600_000,
  features: [],
}

interface Bench {
  readonly asked: () => number
  readonly run: (command: string, more?: Partial<ExecRequest>) => Promise<ExecEnd & { stdout: string }>
}

function benchOf(runner: E2BExecRunner | undefined, lease = plain, backend: ExecLease['provider'] = 'e2b'): Bench {
  let asked = 0
  const leases = new LeaseCache(async () => {
    asked += 1
    return { ...lease }
  })
  const open = leasedExec({ leases, backend, e2bExecRunner: runner })
  return {
    asked: () => asked,
    run: async (command, more = {}) => {
      let stdout = ''
      const sink = {
        stdout: (bytes: Uint8Array) => void (stdout += Buffer.from(bytes).toString()),
        stderr: () => undefined,
      }
      const { ended } = await open({ command, ...more }, sink)
      return { ...(await ended), stdout }
    },
  }
}

describe('a sandbox that is kept at E2B', () => {
  it('runs nothing without a runner, and nothing is sent', async () => {
    const bench = benchOf(undefined)
    await expect(bench.run('true')).rejects.toMatchObject({
      name: 'SandboxUnsupportedFeatureError',
      message: expect.stringContaining('e2bExecRunner'),
    })
    expect(bench.asked()).toBe(0)
  })

  it('is known by its lease where it was not before', async () => {
    const bench = benchOf(undefined, plain, 'railway')
    await expect(bench.run('true')).rejects.toMatchObject({ name: 'SandboxUnsupportedFeatureError' })
    expect(bench.asked()).toBe(1)
  })

  it.each([
    ['may have been started is not started again', undefined, 1, 1, 'ambiguous'],
    ['provably was not started is tried once more', false, 2, 2, 'safe'],
  ] as const)('a command that %s', async (_what, opened, attempts, leases, retry) => {
    const seen: E2BExecResult[] = []
    const bench = benchOf(async () => {
      seen.push({ exitCode: null, opened, closeReason: 'no way' })
      return { exitCode: null, opened, closeReason: 'no way' }
    })
    await expect(bench.run('true')).rejects.toMatchObject({
      attempts,
      retry,
      closeReason: 'no way',
      wsEndpoint: plain.wsEndpoint,
    })
    expect([seen.length, bench.asked()]).toEqual([attempts, leases])
  })

  it('a runner that throws may have started the command', async () => {
    const bench = benchOf(async () => Promise.reject(new RangeError('broken')))
    await expect(bench.run('true')).rejects.toMatchObject({ opened: true, closeReason: 'broken', attempts: 1 })
  })
})

describe('with the SDK of that vendor', () => {
  let emulator: E2BEmulator
  let sandbox: Sandbox
  let lease = plain
  beforeAll(async () => {
    emulator = await startE2BEmulator({})
    const connection = { apiKey: emulator.env['E2B_API_KEY'] ?? '', apiUrl: emulator.url, sandboxUrl: emulator.url }
    sandbox = await Sandbox.create(connection)
    lease = { ...plain, sandboxId: sandbox.sandboxId, wsEndpoint: emulator.url }
  })
  afterAll(async () => {
    await sandbox.kill()
    await emulator.close()
  })

  const runner: E2BExecRunner = async (_lease, { command, cwd, env, abortSignal, onStdout, onStderr }) => {
    const options = {
      ...(cwd === undefined ? {} : { cwd }),
      envs: { ...env },
      onStdout,
      onStderr,
      timeoutMs: 0,
      background: true,
    } as const
    const handle = await sandbox.commands.run(command, options)
    abortSignal.addEventListener('abort', () => void handle.kill(), { once: true })
    if (abortSignal.aborted) await handle.kill()
    try {
      return { exitCode: (await handle.wait()).exitCode }
    } catch (error) {
      return { exitCode: error instanceof CommandExitError && !abortSignal.aborted ? error.exitCode : null }
    }
  }

  it('a command runs, prints and ends', async () => {
    const { run } = benchOf(runner, lease)
    expect(await run('pwd; echo "$A"; exit 3', { cwd: '/tmp', env: { A: 'a b' } })).toEqual({
      exitCode: 3,
      stdout: '/tmp\na b\n',
    })
  })

  it('a command is ended by a signal', async () => {
    const leases = new LeaseCache(async () => lease)
    const open = leasedExec({ leases, backend: 'e2b', e2bExecRunner: runner })
    let text = ''
    const sink = {
      stdout: (bytes: Uint8Array) => void (text += Buffer.from(bytes).toString()),
      stderr: () => undefined,
    }
    const stream = await open({ command: 'echo there; exec sleep 600' }, sink)
    await expect.poll(() => text).toBe('there\n')
    expect(await stream.signal('TERM')).toBe(true)
    expect(await stream.ended).toEqual({ signal: 'SIGTERM' })
    expect(await stream.signal('TERM')).toBe(false)
  })
})
