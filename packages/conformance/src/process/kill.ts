import { expect } from 'vitest'
import { expectCode, rejectionOf } from '../sandbox/expect-errors.js'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import { untilTrue, within } from '../sandbox/waiting.js'
import { heartbeat, isBeating, untilBeating } from './heartbeat.js'

const limitMs = 20_000

/** Ending processes: the whole tree, for certain, and once. */
export const killSuite: SandboxSuite = sandboxSuite('process/kill', [
  {
    id: 'result',
    title: 'kill() of a running process is true; the result is 137 and killed, whatever was printed stays [C08] [P4]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('echo printed; sleep 60')
      if (sandbox.supports.streaming) await untilTrue('the line is there', () => handle.stdout !== '')
      expect(await within(limitMs, 'kill()', handle.kill())).toBe(true)
      const result = await handle.wait()
      expect(result).toMatchObject({ success: false, exitCode: 137, killed: true })
      expect(result).not.toHaveProperty('timedOut')
      if (sandbox.supports.streaming) expect(result.stdout).toBe('printed\n')
      expect(handle.exitCode).toBe(137)
    },
  },
  {
    id: 'twice',
    title: 'kill() of an ended process is false and changes nothing [C08] [BR-046]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('sleep 60')
      await handle.kill()
      expect(await handle.kill()).toBe(false)
      const exited = await sandbox.processes.spawn('exit 3')
      const result = await exited.wait()
      expect(await exited.kill()).toBe(false)
      expect(await exited.wait()).toEqual(result)
      expect(result).not.toHaveProperty('killed')
    },
  },
  {
    id: 'concurrent',
    title: 'kill() at the same time is one kill, true for everyone [C08]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('sleep 60')
      const answers = await within(limitMs, 'all kills', Promise.all([handle.kill(), handle.kill(), handle.kill()]))
      expect(answers).toEqual([true, true, true])
      expect((await handle.wait()).killed).toBe(true)
    },
  },
  {
    id: 'tree',
    title: 'kill() ends children and grandchildren as well [P4]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const grandchild = `sh -c '${heartbeat('grandchild.beat')}' & wait`
      const handle = await sandbox.processes.spawn(`${heartbeat('child.beat')} & (${grandchild}) & sleep 60`)
      await untilBeating(sandbox, 'child.beat')
      await untilBeating(sandbox, 'grandchild.beat')
      expect(await within(limitMs, 'kill()', handle.kill())).toBe(true)
      expect(await isBeating(sandbox, 'child.beat')).toBe(false)
      expect(await isBeating(sandbox, 'grandchild.beat')).toBe(false)
    },
  },
  {
    id: 'escalates',
    title: 'a tree that ignores TERM gets KILL after the grace period [P4]',
    check: async (bench) => {
      const sandbox = await bench.running({ killGraceMs: 300 })
      const handle = await sandbox.processes.spawn(
        `trap '' TERM; (${heartbeat('child.beat')}) & ${heartbeat('own.beat')}`,
      )
      await untilBeating(sandbox, 'child.beat')
      await untilBeating(sandbox, 'own.beat')
      expect(await within(limitMs, 'kill()', handle.kill())).toBe(true)
      expect(await handle.wait()).toMatchObject({ exitCode: 137, killed: true })
      expect(await isBeating(sandbox, 'child.beat')).toBe(false)
      expect(await isBeating(sandbox, 'own.beat')).toBe(false)
    },
  },
  {
    id: 'term-first',
    title: 'a process gets the chance to clean up: TERM comes first, and kill() waits for the end [P4] [BR-047]',
    check: async (bench) => {
      const sandbox = await bench.running({ killGraceMs: 10_000 })
      const handle = await sandbox.processes.spawn(
        `trap 'sleep 0.4; rmdir busy.lock; exit 0' TERM; mkdir busy.lock; while :; do sleep 0.05; done`,
      )
      await untilTrue('the lock is there', async () => (await sandbox.executeCommand('test -d busy.lock')).success)
      expect(await within(limitMs, 'kill()', handle.kill())).toBe(true)
      expect((await sandbox.executeCommand('test -d busy.lock')).success, 'kill() resolved too early').toBe(false)
      expect(await handle.wait()).toMatchObject({ exitCode: 137, killed: true })
    },
  },
  {
    id: 'escaped-sessions',
    title: 'kill() reaches a descendant that moved to a session of its own [BR-044] [P4]',
    needs: ['killsEscapedSessions'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn(`setsid sh -c '${heartbeat('escaped.beat')}' & sleep 60`)
      await untilBeating(sandbox, 'escaped.beat')
      await within(limitMs, 'kill()', handle.kill())
      expect(await isBeating(sandbox, 'escaped.beat')).toBe(false)
    },
  },
  {
    id: 'stop-ends-escaped-sessions',
    title: 'stop() ends a descendant that moved to a session of its own, also one its command left behind [BR-044]',
    needs: ['!processesSurviveStop', 'killsEscapedSessions'],
    check: async (bench) => {
      const sandbox = await bench.running()
      await sandbox.processes.spawn(`setsid sh -c '${heartbeat('escaped.beat')}' & sleep 60`)
      await untilBeating(sandbox, 'escaped.beat')
      // Whether what a command leaves behind lives on is the provider's choice; after a stop it must be gone.
      await sandbox.executeCommand(`setsid sh -c '${heartbeat('left.beat')}' >/dev/null 2>&1 & echo started`)
      await sandbox.stop()
      expect(await isBeating(sandbox, 'escaped.beat')).toBe(false)
      expect(await isBeating(sandbox, 'left.beat')).toBe(false)
    },
  },
  {
    id: 'by-pid',
    title: 'processes.kill(pid) kills and forgets; false when there is none or it had ended [C08]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('sleep 60')
      expect(await sandbox.processes.kill(handle.pid)).toBe(true)
      expect(await handle.wait()).toMatchObject({ exitCode: 137, killed: true })
      const ended = await sandbox.processes.spawn('true')
      await ended.wait()
      expect(await sandbox.processes.kill(ended.pid)).toBe(false)
      expect(await sandbox.processes.get(ended.pid)).toBeUndefined()
      expect(await sandbox.processes.kill('no-such-process')).toBe(false)
    },
  },
  {
    id: 'bad-pid',
    title: 'what is no pid is refused or unknown, and never a signal to something else [BR-046]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const bystander = await sandbox.processes.spawn('sleep 60')
      for (const pid of ['', 0, -1, Number.NaN, undefined, null]) {
        await expectCode(sandbox.processes.kill(pid as never), 'INVALID_ARGUMENT', `kill(${String(pid)})`)
        await expectCode(sandbox.processes.get(pid as never), 'INVALID_ARGUMENT', `get(${String(pid)})`)
      }
      for (const pid of ['0', '-1', '12; id', '*']) {
        const answer = await sandbox.processes.kill(pid).catch((error: unknown) => error)
        if (answer !== false)
          expect((answer as { readonly code?: unknown }).code, `kill(${pid})`).toBe('INVALID_ARGUMENT')
      }
      expect(bystander.exitCode).toBeUndefined()
      expect(await bystander.kill()).toBe(true)
    },
  },
  {
    id: 'failed-spawn-leaves-nothing',
    title: 'a spawn that failed is not listed, and nobody waits for it [BR-049]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      tap.fail('spawn', new TypeError('refused'))
      await rejectionOf(sandbox.processes.spawn('sleep 60'))
      expect((await sandbox.processes.list()).filter(({ running }) => running)).toEqual([])
      await within(limitMs, 'destroy()', sandbox.destroy())
    },
  },
  {
    id: 'lost-kill',
    title: 'a kill that the provider takes but never carries out ends in a typed error, not in a hang [P3]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped({ killGraceMs: 100 })
      await sandbox.start()
      tap.wrap('spawn', async (original, args) => {
        const process = (await original(...args)) as object
        return new Proxy(process, { get: (target, name) => (name === 'kill' ? async () => true : bound(target, name)) })
      })
      const handle = await sandbox.processes.spawn('sleep 30')
      await expectCode(handle.kill(), 'UNAVAILABLE', 'kill()')
    },
  },
])

function bound(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name, target)
  return typeof value === 'function' ? value.bind(target) : value
}
