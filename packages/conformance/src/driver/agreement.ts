import { expect } from 'vitest'
import { sandboxErrorCodes } from '@caisson/core'
import type { OutputSink, RemoteProcess, SandboxDriver, SandboxSupports } from '@caisson/core/driver'
import { ConformanceError } from '../sandbox/conformance-error.js'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import { within } from '../sandbox/waiting.js'

/** Which member of a driver each flag speaks of. */
const memberOfFlag = {
  attach: 'attach',
  listsForeignProcesses: 'listProcesses',
  ports: 'portUrl',
  filesystem: 'filesystem',
  checkpoints: 'snapshot',
} as const satisfies Partial<Record<keyof SandboxSupports, keyof SandboxDriver<unknown>>>

const silentSink: OutputSink = { stdout: () => undefined, stderr: () => undefined }
const limitMs = 20_000

/** What a driver says about itself is what it does. */
export const agreementSuite: SandboxSuite = sandboxSuite('driver/agreement', [
  {
    id: 'members',
    title: 'each capability flag agrees with the member that it speaks of [P12]',
    needs: ['driver'],
    check: async (bench) => {
      const { tap } = await bench.tapped()
      for (const [flag, member] of Object.entries(memberOfFlag)) {
        const says = tap.driver.supports[flag as keyof typeof memberOfFlag]
        expect(typeof tap.driver[member] === 'function', `supports.${flag} and ${member}()`).toBe(says)
      }
      expect(tap.driver.mounter !== undefined, 'supports.nativeMounts and mounter').toBe(
        tap.driver.supports.nativeMounts.length > 0,
      )
      expect(tap.driver.mountProfile !== undefined, 'supports.fuse and mountProfile').toBe(tap.driver.supports.fuse)
    },
  },
  {
    id: 'process-members',
    title: 'a process has writeStdin, closeStdin and a channel exactly where the flags say so [P12]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      const { driver } = tap
      const { stdin, closeStdin, channel } = driver.supports
      const options = { env: {}, stdin: 'pipe' as const, channel }
      const remote: RemoteProcess = await driver.spawn(tap.handle, 'true', options, silentSink)
      expect([remote.writeStdin !== undefined, remote.closeStdin !== undefined]).toEqual([stdin, closeStdin])
      expect(remote.channel !== undefined).toBe(channel)
      await remote.wait()
    },
  },
  {
    id: 'supports-is-constant',
    title: 'supports is the same object content before, while and after the sandbox runs, and the sandbox shows it',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      const before = structuredClone(tap.driver.supports)
      expect(sandbox.supports).toEqual(before)
      expect(tap.driver.provider).toBe(sandbox.provider)
      await sandbox.start()
      await sandbox.executeCommand('true')
      expect(tap.driver.supports).toEqual(before)
      await sandbox.destroy()
      expect(tap.driver.supports).toEqual(before)
    },
  },
  {
    id: 'find-has-no-effect',
    title: 'find neither creates nor resumes; undefined is its only way to say "not there" [P2]',
    needs: ['driver', 'findsById'],
    check: async (bench) => {
      const id = bench.newId()
      const { sandbox, tap } = await bench.tapped({ id })
      const request = { id, env: {}, signal: new AbortController().signal }
      expect(await tap.driver.find(request)).toBeUndefined()
      expect(await tap.driver.find(request)).toBeUndefined()
      expect(await sandbox.start()).toEqual({ outcome: 'created' })
      const running = await tap.driver.find(request)
      expect(running?.sandboxId).toBe(tap.driver.describe(tap.handle).sandboxId)
      await sandbox.stop()
      const stopped = await tap.driver.find(request)
      if (stopped) {
        const state = await tap.driver.inspect(stopped)
        await tap.driver.find(request)
        expect(await tap.driver.inspect(stopped)).toBe(state)
      }
    },
  },
  {
    id: 'sink-before-call',
    title: 'core hands the driver a sink that takes output before the call is answered [C07]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      let hasSink = false
      tap.wrap('spawn', (original, args) => {
        const sink = args[3] as OutputSink
        hasSink = typeof sink.stdout === 'function' && typeof sink.stderr === 'function'
        return original(...args)
      })
      await sandbox.executeCommand('true')
      expect(hasSink).toBe(true)
    },
  },
  {
    id: 'spawn-is-called-once',
    title: 'core calls spawn once per command, with the environment merged and without gaps [P1]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped({ env: { A: '1', GONE: undefined } })
      await sandbox.start()
      const seen: unknown[] = []
      tap.wrap('spawn', (original, args) => {
        seen.push(args[1], { ...(args[2] as { env: object }).env })
        return original(...args)
      })
      await sandbox.executeCommand('exit 1', [], { env: { B: '2', ALSO_GONE: undefined } })
      expect(seen).toEqual(['exit 1', { A: '1', B: '2' }])
    },
  },
  {
    id: 'gone-is-destroyed',
    title: 'destroying a machine that is gone already is a success',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      const ref = tap.driver.describe(tap.handle)
      await sandbox.destroy()
      await within(limitMs, 'destroy', tap.driver.destroy(ref, undefined, new AbortController().signal))
    },
  },
  {
    id: 'kill-is-idempotent',
    title: 'kill of an ended process is false, and wait gives the same end again [C08]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      const options = { env: {}, stdin: 'ignore' as const, channel: false }
      const remote = await tap.driver.spawn(tap.handle, 'exit 3', options, silentSink)
      const end = await within(limitMs, 'wait', remote.wait())
      expect(end.exitCode).toBe(3)
      expect(await remote.kill('SIGTERM')).toBe(false)
      expect(await remote.kill('SIGKILL')).toBe(false)
      expect(await remote.wait()).toEqual(end)
    },
  },
  {
    id: 'classifies-everything',
    title: 'classifyError names any thrown value with a known code, and never throws [C17]',
    needs: ['driver'],
    check: async (bench) => {
      const { tap } = await bench.tapped()
      const loop: { cause?: unknown } = {}
      loop.cause = loop
      const values = [undefined, null, 'text', 5, {}, loop, new TypeError('fetch failed'), new ConformanceError('x')]
      for (const value of values) {
        const { code } = tap.driver.classifyError(value)
        expect(Object.keys(sandboxErrorCodes)).toContain(code)
        expect(code, 'an unknown value is not a lost machine').not.toBe('GONE')
      }
    },
  },
])
