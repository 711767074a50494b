import { expect } from 'vitest'
import { expectCode } from '../sandbox/expect-errors.js'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'

/** Wrong values of command options, each with the name its error must carry. */
const badCommandOptions: Readonly<Record<string, readonly unknown[]>> = {
  env: ['text', 5, ['A=1'], null],
  cwd: [5, 'a\0b', null],
  onStdout: ['text', {}],
  onStderr: ['text', 5],
  abortSignal: ['text', {}, null],
  timeout: [-1, Number.NaN, '100'],
}

/** Wrong values are refused by name, before anything starts. */
export const badInputsSuite: SandboxSuite = sandboxSuite('errors/bad-inputs', [
  {
    id: 'command',
    title: 'a command that is no text, or holds NUL, is a typed error that names it [C17]',
    check: async (bench) => {
      const sandbox = await bench.create()
      for (const command of [undefined, null, 5, {}, ['ls'], 'a\0b']) {
        const error = await expectCode(sandbox.executeCommand(command as never), 'INVALID_ARGUMENT')
        expect(error.message).toContain('command')
        expect(error.retry).toBe('never')
        await expectCode(sandbox.processes.spawn(command as never), 'INVALID_ARGUMENT')
      }
      expect(sandbox.status).toBe('pending')
    },
  },
  {
    id: 'arguments',
    title: 'arguments that are no list of texts, or hold NUL, are typed errors that name the place [C17] [P9]',
    check: async (bench) => {
      const sandbox = await bench.create()
      for (const args of ['text', 5, {}, [5], [undefined], ['a\0b'], [['a']]]) {
        const error = await expectCode(sandbox.executeCommand('echo', args as never), 'INVALID_ARGUMENT')
        expect(error.message).toContain('args')
      }
      const second = await expectCode(sandbox.executeCommand('echo', ['fine', 5 as never]), 'INVALID_ARGUMENT')
      expect(second.message).toContain('args[1]')
      expect(sandbox.status).toBe('pending')
    },
  },
  {
    id: 'options',
    title: 'wrong values of command options are typed errors that name the option, before anything starts [C17]',
    check: async (bench) => {
      const sandbox = await bench.create()
      for (const [name, values] of Object.entries(badCommandOptions)) {
        for (const value of values) {
          const options = { [name]: value } as never
          const what = `${name}: ${String(value)}`
          const error = await expectCode(sandbox.executeCommand('true', [], options), 'INVALID_ARGUMENT', what)
          expect(error.message).toContain(name)
          await expectCode(sandbox.processes.spawn('true', options), 'INVALID_ARGUMENT', what)
        }
      }
      await expectCode(sandbox.processes.spawn('true', { stdinMode: 'closed' as never }), 'INVALID_ARGUMENT')
      await expectCode(sandbox.processes.spawn('true', { channel: 'yes' as never }), 'INVALID_ARGUMENT')
      expect(sandbox.status).toBe('pending')
    },
  },
  {
    id: 'undefined-is-absent',
    title: 'an option that is undefined is an option that was not given',
    check: async (bench) => {
      const sandbox = await bench.running()
      const options = {
        timeout: undefined,
        env: undefined,
        cwd: undefined,
        onStdout: undefined,
        onStderr: undefined,
        abortSignal: undefined,
        maxRetainedBytes: undefined,
      }
      expect((await sandbox.executeCommand('echo fine', undefined, options)).stdout).toBe('fine\n')
      const handle = await sandbox.processes.spawn('echo fine', {
        ...options,
        stdinMode: undefined,
        channel: undefined,
      })
      expect((await handle.wait({ onStdout: undefined, abortSignal: undefined })).stdout).toBe('fine\n')
    },
  },
  {
    id: 'signals',
    title: 'what is no AbortSignal, and what is no listener, is a typed error in every call that takes one [C17]',
    check: async (bench) => {
      const sandbox = await bench.create()
      for (const value of ['text', 5, {}]) {
        const abortSignal = value as never
        await expectCode(sandbox.start({ abortSignal }), 'INVALID_ARGUMENT', 'start()')
        await expectCode(sandbox.ensureRunning({ abortSignal }), 'INVALID_ARGUMENT', 'ensureRunning()')
      }
      expect(sandbox.status).toBe('pending')
      const handle = await sandbox.processes.spawn('sleep 60')
      await expectCode(handle.wait({ abortSignal: 'text' as never }), 'INVALID_ARGUMENT', 'wait()')
      await expectCode(handle.wait({ onStdout: 'text' as never }), 'INVALID_ARGUMENT', 'wait()')
      await handle.kill()
    },
  },
  {
    id: 'environment-updater',
    title: 'setEnv refuses what is no function, or makes no environment, and keeps what it had [C17]',
    check: async (bench) => {
      const sandbox = await bench.create({ env: { A: '1' } })
      const calls: readonly (() => void)[] = [
        () => sandbox.setEnv({ A: '2' } as never),
        () => sandbox.setEnv(() => ({ A: 5 }) as never),
        () => sandbox.setEnv(() => ({ 'A=B': '1' })),
      ]
      for (const call of calls) await expectCode(Promise.resolve().then(call), 'INVALID_ARGUMENT', 'setEnv')
      expect(sandbox.getEnv()).toEqual({ A: '1' })
    },
  },
  {
    id: 'ports',
    title: 'a port that is none is a typed error before any request [C17]',
    needs: ['ports'],
    check: async (bench) => {
      const sandbox = await bench.create()
      for (const port of [0, -1, 65_536, 1.5, Number.NaN, '80' as never]) {
        const call = Promise.resolve().then(async () => sandbox.networking?.getPortUrl(port))
        expect((await expectCode(call, 'INVALID_ARGUMENT', `port ${String(port)}`)).message).toContain('port')
      }
    },
  },
])
