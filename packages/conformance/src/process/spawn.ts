import { expect } from 'vitest'
import type { ProcessHandle } from '@caisson/core'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import { pause, untilTrue, within } from '../sandbox/waiting.js'

/** `processes.spawn` and the handle it gives. */
export const spawnSuite: SandboxSuite = sandboxSuite('process/spawn', [
  {
    id: 'handle',
    title: 'spawn returns before the process ends, with a pid and no exit code [C07]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await within(20_000, 'spawn', sandbox.processes.spawn('sleep 60'))
      expect(handle.pid).toBeTypeOf('string')
      expect(handle.pid).not.toBe('')
      expect(handle.command).toBe('sleep 60')
      expect([handle.exitCode, handle.signal]).toEqual([undefined, undefined])
      await handle.kill()
    },
  },
  {
    id: 'exit-code-is-live',
    title: 'the exit code appears on the handle when the process ends, without wait() [C07]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('exit 5')
      await untilTrue('the handle shows the exit code', () => handle.exitCode !== undefined)
      expect(handle.exitCode).toBe(5)
    },
  },
  {
    id: 'wait-is-idempotent',
    title: 'wait() may be called any number of times, at any time, and gives the same result [C08] [BR-015]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('echo out; echo err >&2; exit 3')
      const [first, second] = await Promise.all([handle.wait(), handle.wait()])
      expect(first).toMatchObject({ success: false, exitCode: 3, stdout: 'out\n', stderr: 'err\n' })
      expect(second).toEqual(first)
      expect(await within(10_000, 'a wait after the end', handle.wait())).toEqual(first)
    },
  },
  {
    id: 'streams-while-running',
    title: 'output is on the handle and at the listener while the process still runs [C07]',
    needs: ['streaming'],
    check: async (bench) => {
      const sandbox = await bench.running()
      let heard = ''
      const handle = await sandbox.processes.spawn('echo first; sleep 60', {
        onStdout: (data) => {
          heard += data
        },
      })
      await untilTrue('the first line is heard', () => heard === 'first\n' && handle.stdout === 'first\n')
      expect(handle.exitCode).toBeUndefined()
      await handle.kill()
    },
  },
  {
    id: 'early-output',
    title: 'no listener runs before spawn has returned the handle, and nothing printed before is lost [C07]',
    check: async (bench) => {
      const sandbox = await bench.running()
      for (let round = 0; round < 10; round += 1) {
        const held: { handle?: ProcessHandle } = {}
        const heard: string[] = []
        const listen = (data: string): void => void heard.push(held.handle === undefined ? 'TOO EARLY' : data)
        held.handle = await sandbox.processes.spawn('echo hi', { onStdout: listen })
        await held.handle.wait()
        expect(heard.join('')).toBe('hi\n')
      }
    },
  },
  {
    id: 'output-during-the-call',
    title: 'output that arrives while the provider is still answering is kept and heard after the handle [C07]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      tap.wrap('spawn', async (original, args) => {
        const sink = args[3] as { stdout(chunk: Uint8Array): unknown }
        await sink.stdout(Buffer.from('early '))
        return original(...args)
      })
      const held: { handle?: ProcessHandle } = {}
      const heard: string[] = []
      held.handle = await sandbox.processes.spawn('echo late', {
        onStdout: (data) => void heard.push(held.handle === undefined ? 'TOO EARLY' : data),
      })
      expect((await held.handle.wait()).stdout).toBe('early late\n')
      expect(heard.join('')).toBe('early late\n')
    },
  },
  {
    id: 'very-short',
    title: 'one hundred very short commands all have a pid, their output in three places, and an end [BR-015]',
    check: async (bench) => {
      const sandbox = await bench.running()
      for (let round = 0; round < 100; round += 1) {
        let heard = ''
        const handle = await sandbox.processes.spawn('echo hi', { onStdout: (data) => void (heard += data) })
        expect(handle.pid).toBeTruthy()
        const result = await within(20_000, `command ${round}`, handle.wait())
        expect([handle.stdout, result.stdout, heard]).toEqual(['hi\n', 'hi\n', 'hi\n'])
      }
    },
    isHeavy: true,
  },
  {
    id: 'wait-listeners',
    title: 'listeners given to wait() hear what follows until the end [C08]',
    needs: ['streaming', 'stdin', 'closeStdin'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('echo before; cat; echo end >&2')
      await untilTrue('the first line is there', () => handle.stdout === 'before\n')
      // What came before the handle is shown to listeners a moment after it.
      await pause(10)
      const heard = { out: '', err: '' }
      const waiting = handle.wait({
        onStdout: (data) => void (heard.out += data),
        onStderr: (data) => void (heard.err += data),
      })
      await handle.sendStdin('after\n')
      await handle.closeStdin()
      const result = await waiting
      expect(heard).toEqual({ out: 'after\n', err: 'end\n' })
      expect(result.stdout).toBe('before\nafter\n')
    },
  },
  {
    id: 'many-at-once',
    title: 'processes that run at the same time have different pids and their own output',
    check: async (bench) => {
      const sandbox = await bench.running()
      const words = ['a', 'b', 'c', 'd', 'e', 'f']
      const handles = await Promise.all(words.map((word) => sandbox.processes.spawn(`echo ${word}; sleep 0.3`)))
      expect(new Set(handles.map(({ pid }) => pid)).size).toBe(words.length)
      const results = await Promise.all(handles.map((handle) => handle.wait()))
      expect(results.map(({ stdout }) => stdout)).toEqual(words.map((word) => `${word}\n`))
    },
  },
  {
    id: 'order-of-one-stream',
    title: 'the pieces of a stream arrive in the order in which they were written',
    check: async (bench) => {
      const sandbox = await bench.running()
      const heard: string[] = []
      const command = 'i=0; while [ $i -lt 2000 ]; do echo $i; i=$((i+1)); done'
      const handle = await sandbox.processes.spawn(command, { onStdout: (data) => void heard.push(data) })
      const result = await handle.wait()
      const expected = Array.from({ length: 2000 }, (_, index) => `${index}\n`).join('')
      expect(result.stdout).toBe(expected)
      expect(heard.join('')).toBe(expected)
    },
  },
  {
    id: 'order-between-streams',
    title: 'output() gives both streams in the order in which their pieces arrived [C07]',
    needs: ['streaming'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn(
        'echo o1; sleep 0.4; echo e1 >&2; sleep 0.4; echo o2; sleep 0.4; echo e2 >&2',
      )
      const seen: string[] = []
      for await (const { stream, data } of handle.output())
        seen.push(`${stream} ${Buffer.from(data).toString().trim()}`)
      expect(seen).toEqual(['stdout o1', 'stderr e1', 'stdout o2', 'stderr e2'])
    },
  },
  {
    id: 'all-output-before-the-end',
    title: 'when wait() resolves all output was delivered [P3]',
    check: async (bench) => {
      const sandbox = await bench.running()
      for (let round = 0; round < 5; round += 1) {
        let heard = 0
        const handle = await sandbox.processes.spawn('head -c 200000 /dev/zero | tr "\\0" x; echo end >&2', {
          onStdout: (data) => void (heard += data.length),
        })
        const result = await handle.wait()
        expect([heard, result.stdout.length, result.stderr]).toEqual([200_000, 200_000, 'end\n'])
      }
    },
  },
])
