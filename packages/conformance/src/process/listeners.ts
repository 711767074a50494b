import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'vitest'
import type { OutputListener } from '@caisson/core'
import { ConformanceError } from '../sandbox/conformance-error.js'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import { pause } from '../sandbox/waiting.js'

/** Watches the host for rejections that nobody handles. */
async function withoutUnhandled(work: () => Promise<void>): Promise<void> {
  const unhandled: unknown[] = []
  const record = (reason: unknown): void => void unhandled.push(reason)
  process.on('unhandledRejection', record)
  try {
    await work()
    await pause(50)
    await nextTurn()
  } finally {
    process.off('unhandledRejection', record)
  }
  expect(unhandled).toEqual([])
}

const faults: Readonly<Record<string, OutputListener>> = {
  throws: () => {
    throw new ConformanceError('listener broke')
  },
  rejects: async () => {
    throw new ConformanceError('listener broke')
  },
  'throws no error': () => {
    // oxlint-disable-next-line typescript/only-throw-error -- users' code may
    throw 'listener broke'
  },
}

/** What users' listeners do wrong stays with them. */
export const listenersSuite: SandboxSuite = sandboxSuite('process/listeners', [
  {
    id: 'faults-are-isolated',
    title: 'a listener that throws or rejects is logged; command, host and other listeners go on [P5] [BR-020]',
    check: async (bench) => {
      const sandbox = await bench.running()
      for (const [what, onStdout] of Object.entries(faults)) {
        bench.logger.records.length = 0
        let heard = ''
        await withoutUnhandled(async () => {
          const result = await sandbox.executeCommand('printf abc; sleep 0.1; printf def; printf xyz >&2', [], {
            onStdout,
            onStderr: (data) => void (heard += data),
          })
          expect(result, what).toMatchObject({ exitCode: 0, stdout: 'abcdef', stderr: 'xyz' })
        })
        expect(heard, what).toBe('xyz')
        expect(bench.logger.text(), what).toContain('listener broke')
      }
      expect(await bench.shell(sandbox, 'echo on')).toBe('on\n')
    },
  },
  {
    id: 'faults-of-wait-listeners',
    title: 'listeners given to spawn and to wait() are isolated as well [P5]',
    check: async (bench) => {
      const sandbox = await bench.running()
      for (const [what, fault] of Object.entries(faults)) {
        await withoutUnhandled(async () => {
          const handle = await sandbox.processes.spawn('sleep 0.2; echo a; echo b >&2', { onStdout: fault })
          const result = await handle.wait({ onStdout: fault, onStderr: fault })
          expect(result, what).toMatchObject({ exitCode: 0, stdout: 'a\n', stderr: 'b\n' })
        })
      }
    },
  },
  {
    id: 'same-function-twice',
    title: 'a function given for both streams hears both',
    check: async (bench) => {
      const sandbox = await bench.running()
      const heard: string[] = []
      const listen = (data: string): void => void heard.push(data)
      await sandbox.executeCommand('echo a; sleep 0.2; echo b >&2', [], { onStdout: listen, onStderr: listen })
      expect(heard.join('').split('\n').toSorted().join('')).toBe('ab')
    },
  },
  {
    id: 'commands-in-listeners',
    title: 'a listener may run commands of its own in the same sandbox',
    check: async (bench) => {
      const sandbox = await bench.running()
      const inner: Promise<string>[] = []
      const handle = await sandbox.processes.spawn('echo outer', {
        onStdout: (data) => void inner.push(bench.shell(sandbox, `echo inner of ${data.trim()}`)),
      })
      await handle.wait()
      expect(await Promise.all(inner)).toEqual(['inner of outer\n'])
    },
  },
  {
    id: 'streams-of-execute',
    title: 'executeCommand hands stdout and stderr to their own listeners [C11]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const heard = { out: '', err: '' }
      await sandbox.executeCommand('echo out; echo err >&2', [], {
        onStdout: (data) => void (heard.out += data),
        onStderr: (data) => void (heard.err += data),
      })
      expect(heard).toEqual({ out: 'out\n', err: 'err\n' })
    },
  },
])
