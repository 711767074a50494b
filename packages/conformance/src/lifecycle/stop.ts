import { expect } from 'vitest'
import { heartbeat, isBeating, untilBeating } from '../process/heartbeat.js'
import { ConformanceError } from '../sandbox/conformance-error.js'
import { rejectionOf } from '../sandbox/expect-errors.js'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import { within } from '../sandbox/waiting.js'

/** What a stop does. */
export const stopSuite: SandboxSuite = sandboxSuite('lifecycle/stop', [
  {
    id: 'stops',
    title: 'stop() pauses the machine, and start() brings it back [C06]',
    needs: ['!stopRemoves'],
    check: async (bench) => {
      const sandbox = await bench.running()
      await sandbox.stop()
      expect(sandbox.status).toBe('stopped')
      await sandbox.start()
      expect(sandbox.status).toBe('running')
      expect(await bench.shell(sandbox, 'echo back')).toBe('back\n')
    },
  },
  {
    id: 'keeps-files',
    title: 'files of every cycle are there after the next stop and start [BR-089]',
    needs: ['filesSurviveStop'],
    check: async (bench) => {
      const sandbox = await bench.running()
      for (const cycle of ['1', '2', '3']) {
        await bench.shell(sandbox, `echo ${cycle} > cycle-${cycle}`)
        await sandbox.stop()
        await sandbox.start()
      }
      expect(await bench.shell(sandbox, 'cat cycle-1 cycle-2 cycle-3')).toBe('1\n2\n3\n')
    },
  },
  {
    id: 'twice',
    title: 'a second stop() is harmless and sends nothing',
    needs: ['!stopRemoves', 'driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      await sandbox.stop()
      const before = [...tap.calls]
      await sandbox.stop()
      expect(tap.calls).toEqual(before)
      expect(sandbox.status).toBe('stopped')
    },
  },
  {
    id: 'pending',
    title: 'stop() of a sandbox that was never started and has no machine does nothing [P7]',
    needs: ['driver'],
    check: async (bench) => {
      let hooks = 0
      const { sandbox, tap } = await bench.tapped({ onStop: () => void (hooks += 1) })
      await sandbox.stop()
      expect(tap.calls.filter((call) => call !== 'find')).toEqual([])
      expect(hooks).toBe(0)
      expect(sandbox.status).toBe('pending')
      expect(await sandbox.start()).toEqual({ outcome: 'created' })
    },
  },
  {
    id: 'not-attached',
    title: 'stop() stops a machine that only the identity tells, without attaching to it [C06]',
    needs: ['!stopRemoves', 'driver', 'detachedLifecycle'],
    check: async (bench) => {
      const first = await bench.running({ id: bench.newId() })
      const { sandbox, tap } = await bench.tapped(await bench.sameMachine(first))
      await sandbox.stop()
      expect(tap.calls.filter((call) => call === 'connect' || call === 'create')).toEqual([])
      expect(tap.count('stop')).toBe(1)
      expect(sandbox.status).toBe('stopped')
    },
  },
  {
    id: 'failed-stop-is-retried',
    title: 'a failed stop rejects and shows it; the next stop() really reaches the provider [BR-086]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      tap.fail('stop', new ConformanceError('not now'))
      await rejectionOf(sandbox.stop())
      expect(sandbox.status).toBe('error')
      expect(sandbox.error).toContain('not now')
      await sandbox.stop()
      expect(tap.count('stop')).toBe(2)
      expect(sandbox.status).toBe(sandbox.supports.stopRemoves ? 'destroyed' : 'stopped')
    },
  },
  {
    id: 'start-after-failed-stop',
    title: 'start() after a failed stop gets the machine again [C06]',
    needs: ['!stopRemoves', 'driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      tap.fail('stop', new ConformanceError('not now'))
      await rejectionOf(sandbox.stop())
      await sandbox.start()
      expect(sandbox.status).toBe('running')
      expect(tap.count('create')).toBe(1)
      expect(await bench.shell(sandbox, 'echo on')).toBe('on\n')
    },
  },
  {
    id: 'ends-processes',
    title: 'stop() ends the processes; whoever waits for one is answered [C06]',
    needs: ['!stopRemoves', '!processesSurviveStop'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('sleep 300')
      await sandbox.stop()
      const result = await within(10_000, 'wait()', handle.wait())
      expect(result).toMatchObject({ success: false, exitCode: 137, killed: true })
      expect(await within(10_000, 'kill()', handle.kill())).toBe(false)
      expect((await sandbox.processes.list()).filter(({ running }) => running)).toEqual([])
    },
  },
  {
    id: 'ends-trees',
    title: 'what a stopped machine ran does not run on, neither at once nor after the next start [C06]',
    needs: ['!stopRemoves', '!processesSurviveStop'],
    check: async (bench) => {
      const sandbox = await bench.running()
      await sandbox.processes.spawn(`(${heartbeat('child.beat')}) & ${heartbeat('own.beat')}`)
      await untilBeating(sandbox, 'child.beat')
      await untilBeating(sandbox, 'own.beat')
      await sandbox.stop()
      await sandbox.start()
      expect(await isBeating(sandbox, 'child.beat')).toBe(false)
      expect(await isBeating(sandbox, 'own.beat')).toBe(false)
    },
  },
  {
    id: 'lazy-after-stop',
    title: 'a command after stop() starts the sandbox again [C06]',
    needs: ['!stopRemoves'],
    check: async (bench) => {
      const sandbox = await bench.running()
      await sandbox.stop()
      expect((await sandbox.executeCommand('echo again')).stdout).toBe('again\n')
      expect(sandbox.status).toBe('running')
    },
  },
  {
    id: 'statuses',
    title: 'the status goes pending, starting, running, stopping, stopped, destroying, destroyed [C04]',
    needs: ['!stopRemoves', 'driver'],
    check: async (bench) => {
      const seen: string[] = []
      const { sandbox, tap } = await bench.tapped()
      for (const method of ['create', 'stop', 'destroy'] as const) {
        tap.wrap(method, (original, args) => {
          seen.push(sandbox.status)
          return original(...args)
        })
      }
      seen.push(sandbox.status)
      await sandbox.start()
      seen.push(sandbox.status)
      await sandbox.stop()
      seen.push(sandbox.status)
      await sandbox.start()
      await sandbox.destroy()
      seen.push(sandbox.status)
      const stable = seen.filter((status, index) => index === 0 || status !== seen[index - 1])
      expect(stable.filter((status) => status !== 'starting')).toEqual([
        'pending',
        'running',
        'stopping',
        'stopped',
        'destroying',
        'destroyed',
      ])
      expect(seen[1]).toBe('starting')
    },
  },
])
