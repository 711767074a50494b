import { expect } from 'vitest'
import { rejectionOf } from '../sandbox/expect-errors.js'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import { within } from '../sandbox/waiting.js'

const mebibyte = 1024 * 1024
const limitMs = 110_000

/** A command that prints exactly so many bytes of `x`. */
function printBytes(sizeBytes: number): string {
  return `head -c ${sizeBytes} /dev/zero | tr '\\0' x`
}

/** Retained output is bounded, exact and honest about what it dropped. */
export const bigOutputSuite: SandboxSuite = sandboxSuite('process/big-output', [
  {
    id: 'default-cap-of-spawn',
    title: 'of 64 MiB spawn keeps the newest MiB and says what it dropped; listeners get every byte [P5] [BR-022]',
    isHeavy: true,
    check: async (bench) => {
      const sandbox = await bench.running()
      let heardBytes = 0
      const command = `${printBytes(64 * mebibyte - 4)}; echo end`
      const handle = await sandbox.processes.spawn(command, { onStdout: (data) => void (heardBytes += data.length) })
      const result = await within(limitMs, 'the command', handle.wait())
      expect(result.exitCode).toBe(0)
      expect(heardBytes).toBe(64 * mebibyte)
      expect(result.stdout.length).toBe(mebibyte)
      expect(result.stdout.endsWith('xend\n')).toBe(true)
      expect(result).toMatchObject({ stdoutTruncated: true, stdoutDroppedBytes: 63 * mebibyte })
      expect(result).not.toHaveProperty('stderrTruncated')
      expect([handle.stdoutTruncated, handle.stdoutDroppedBytes, handle.stderrTruncated]).toEqual([
        true,
        63 * mebibyte,
        false,
      ])
    },
  },
  {
    id: 'default-cap-of-execute',
    title: 'of 20 MiB executeCommand keeps the newest 16 MiB [P5] [BR-021]',
    isHeavy: true,
    check: async (bench) => {
      const sandbox = await bench.running()
      const result = await within(limitMs, 'the command', sandbox.executeCommand(printBytes(20 * mebibyte)))
      expect(result.stdout.length).toBe(16 * mebibyte)
      expect(result).toMatchObject({ exitCode: 0, stdoutTruncated: true, stdoutDroppedBytes: 4 * mebibyte })
    },
  },
  {
    id: 'infinite-cap',
    title: 'with Infinity everything is kept [P5]',
    isHeavy: true,
    check: async (bench) => {
      const sandbox = await bench.running()
      const options = { maxRetainedBytes: Infinity }
      const result = await within(
        limitMs,
        'the command',
        sandbox.executeCommand(printBytes(20 * mebibyte), [], options),
      )
      expect(result.stdout.length).toBe(20 * mebibyte)
      expect(result).not.toHaveProperty('stdoutTruncated')
      expect(result).not.toHaveProperty('stdoutDroppedBytes')
    },
  },
  {
    id: 'small-cap',
    title: 'a cap that would split a character keeps whole characters and counts the rest as dropped [P5]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const result = await sandbox.executeCommand('printf', ['%s', 'é€😀x'], { maxRetainedBytes: 5 })
      expect(result).toMatchObject({ stdout: '😀x', stdoutTruncated: true, stdoutDroppedBytes: 5 })
      const cut = await sandbox.executeCommand('printf', ['%s', 'é€😀x'], { maxRetainedBytes: 4 })
      expect(cut).toMatchObject({ stdout: 'x', stdoutDroppedBytes: 9 })
    },
  },
  {
    id: 'exact-fit',
    title: 'output that just fits is complete and not marked [P5]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const result = await sandbox.executeCommand('printf 12345', [], { maxRetainedBytes: 5 })
      expect(result.stdout).toBe('12345')
      expect(result).not.toHaveProperty('stdoutTruncated')
    },
  },
  {
    id: 'zero-cap',
    title: 'with 0 nothing is kept, and listeners still get everything [P5]',
    check: async (bench) => {
      const sandbox = await bench.running()
      let heard = ''
      const options = { maxRetainedBytes: 0, onStdout: (data: string) => void (heard += data) }
      const result = await sandbox.executeCommand('echo kept nowhere', [], options)
      expect(result).toMatchObject({ success: true, stdout: '', stdoutTruncated: true, stdoutDroppedBytes: 13 })
      expect(heard).toBe('kept nowhere\n')
    },
  },
  {
    id: 'cap-per-stream',
    title: 'the cap holds for each stream on its own [P5]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const result = await sandbox.executeCommand('printf abcdef; printf xyz >&2', [], { maxRetainedBytes: 3 })
      expect(result).toMatchObject({ stdout: 'def', stdoutDroppedBytes: 3, stderr: 'xyz' })
      expect(result).not.toHaveProperty('stderrDroppedBytes')
    },
  },
  {
    id: 'bad-cap',
    title: 'a bad maxRetainedBytes is a RangeError before anything starts [P5]',
    check: async (bench) => {
      const sandbox = await bench.create()
      for (const maxRetainedBytes of [-1, 1.5, Number.NaN, -Infinity, '5' as never, null as never]) {
        const what = `maxRetainedBytes ${String(maxRetainedBytes)}`
        const options = { maxRetainedBytes }
        expect(await rejectionOf(sandbox.executeCommand('true', [], options), what), what).toBeInstanceOf(RangeError)
        expect(await rejectionOf(sandbox.processes.spawn('true', options), what), what).toBeInstanceOf(RangeError)
      }
      expect(sandbox.status).toBe('pending')
    },
  },
  {
    id: 'many-short-lines',
    title: '200 000 short lines all reach the listener while only the newest are kept [P5] [BR-023]',
    isHeavy: true,
    check: async (bench) => {
      const sandbox = await bench.running()
      let lines = 0
      const handle = await sandbox.processes.spawn('yes "line of text" | head -n 200000', {
        maxRetainedBytes: 1000,
        onStdout: (data) => {
          for (const character of data) if (character === '\n') lines += 1
        },
      })
      const result = await within(limitMs, 'the command', handle.wait())
      expect(lines).toBe(200_000)
      expect(result.stdout.length).toBe(1000)
      expect(result.stdoutDroppedBytes).toBe(200_000 * 13 - 1000)
    },
  },
  {
    id: 'tails-while-running',
    title: 'reading the tail again and again while output flows shows only whole characters [P5]',
    needs: ['streaming'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('yes "é€😀" | head -n 30000', { maxRetainedBytes: 64 })
      const tails: string[] = []
      const running = handle.wait()
      for await (const chunk of handle.output()) {
        tails.push(handle.stdout)
        expect(chunk.data.length).toBeGreaterThan(0)
      }
      await running
      expect(tails.filter((tail) => tail.startsWith('\uFFFD'))).toEqual([])
      expect(Buffer.byteLength(handle.stdout)).toBeLessThanOrEqual(64)
      expect(handle.stdout.endsWith('é€😀\n')).toBe(true)
    },
  },
])
