import { expect } from 'vitest'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import { pause, untilTrue, within } from '../sandbox/waiting.js'

const flowBytes = 24_000_000
const producer = `head -c ${flowBytes} /dev/zero; echo done > done.flag`
const limitMs = 60_000

/** Who reads slowly slows the process; who does not read does not block it. */
export const backpressureSuite: SandboxSuite = sandboxSuite('process/backpressure', [
  {
    id: 'slow-consumer',
    title: 'a slow consumer of output() holds the process back, and gets every byte in the end [C07]',
    needs: ['backpressure'],
    isHeavy: true,
    check: async (bench) => {
      const sandbox = await bench.running()
      const output = (await sandbox.processes.spawn(`sleep 0.3; ${producer}`)).output()
      let receivedBytes = (await output.next()).value?.data.length ?? 0
      await pause(1500)
      const flag = await sandbox.executeCommand('cat done.flag')
      expect(flag.success, 'the process ended although nobody took its output').toBe(false)
      for await (const { data } of output) receivedBytes += data.length
      expect(receivedBytes).toBe(flowBytes)
      expect(await bench.shell(sandbox, 'cat done.flag')).toBe('done\n')
    },
  },
  {
    id: 'slow-reader',
    title: 'a reader that is not taken from holds the process back, and gets every byte in the end [C07]',
    needs: ['backpressure'],
    isHeavy: true,
    check: async (bench) => {
      const sandbox = await bench.running()
      const { reader } = await sandbox.processes.spawn(`sleep 0.3; ${producer}`)
      let receivedBytes = 0
      let isFirst = true
      for await (const data of reader) {
        receivedBytes += (data as Uint8Array).length
        if (!isFirst) continue
        isFirst = false
        await pause(1500)
        expect((await sandbox.executeCommand('cat done.flag')).success).toBe(false)
      }
      expect(receivedBytes).toBe(flowBytes)
    },
  },
  {
    id: 'unread-output',
    title: 'output that nobody reads never blocks a process [BR-025]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn(`head -c 1000000 /dev/zero | tr '\\0' x; echo done > done.flag`)
      expect(await within(limitMs, 'the process', handle.wait())).toMatchObject({ exitCode: 0 })
      expect(await bench.shell(sandbox, 'cat done.flag')).toBe('done\n')
    },
  },
  {
    id: 'untouched-reader',
    title: 'a reader that was made but never read does not block the process',
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('head -c 3000000 /dev/zero')
      expect(handle.reader.readable).toBe(true)
      expect(await within(limitMs, 'the process', handle.wait())).toMatchObject({ exitCode: 0 })
    },
  },
  {
    id: 'leaving-the-loop',
    title: 'leaving the loop over output() frees the process [C07]',
    needs: ['streaming'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn(producer)
      for await (const { data } of handle.output()) {
        expect(data.length).toBeGreaterThan(0)
        // Long enough for the provider to be told to wait.
        await pause(500)
        break
      }
      expect(await within(limitMs, 'the process', handle.wait())).toMatchObject({ exitCode: 0 })
    },
  },
  {
    id: 'leaving-while-waiting',
    title: 'giving up output() while it waits for the next piece ends the wait',
    needs: ['streaming'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('sleep 60')
      const output = handle.output()
      const next = output.next()
      await output.return?.()
      expect((await within(10_000, 'next()', next)).done).toBe(true)
      await handle.kill()
    },
  },
  {
    id: 'leaving-the-reader',
    title: 'destroying the reader frees the process [C07]',
    needs: ['streaming'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn(producer)
      const { reader } = handle
      await new Promise((resolve) => reader.once('data', resolve))
      reader.pause()
      await pause(500)
      reader.destroy()
      expect(await within(limitMs, 'the process', handle.wait())).toMatchObject({ exitCode: 0 })
    },
  },
  {
    id: 'kill-with-stalled-consumer',
    title: 'kill() and a time-out end a process whose output nobody takes any more [P4]',
    needs: ['streaming'],
    check: async (bench) => {
      const sandbox = await bench.running()
      for (const timeout of [undefined, 1500]) {
        const handle = await sandbox.processes.spawn('yes', { timeout })
        const output = handle.output()
        await output.next()
        await pause(500)
        if (timeout === undefined) expect(await within(9000, 'kill()', handle.kill())).toBe(true)
        const exitCode = timeout === undefined ? 137 : 124
        expect(await within(9000, 'wait()', handle.wait())).toMatchObject({ exitCode })
        await output.return?.()
      }
    },
  },
  {
    id: 'destroy-with-stalled-consumer',
    title: 'destroy() ends a process whose output nobody takes any more, and the consumer sees the end [C06]',
    needs: ['streaming'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('yes')
      const output = handle.output()
      await output.next()
      await pause(500)
      await within(limitMs, 'destroy()', sandbox.destroy())
      expect(await within(limitMs, 'wait()', handle.wait())).toMatchObject({ exitCode: 137, killed: true })
      let isDone = false
      while (!isDone) isDone = (await within(limitMs, 'next()', output.next())).done === true
    },
  },
  {
    id: 'late-consumer',
    title: 'output() that is asked for late begins with what is retained [C07]',
    needs: ['streaming', 'stdin'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('echo first; read line; echo "$line"')
      await untilTrue('the first line is there', () => handle.stdout === 'first\n')
      const output = handle.output()
      await handle.sendStdin('second\n')
      const seen: string[] = []
      for await (const { data } of output) seen.push(Buffer.from(data).toString())
      expect(seen.join('')).toBe('first\nsecond\n')
    },
  },
  {
    id: 'after-the-end',
    title: 'output() after the end gives what is retained, then ends [C07]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('echo out; echo err >&2')
      await handle.wait()
      const seen = { stdout: '', stderr: '' }
      for await (const { stream, data } of handle.output()) seen[stream] += Buffer.from(data).toString()
      expect(seen).toEqual({ stdout: 'out\n', stderr: 'err\n' })
    },
  },
  {
    id: 'two-consumers',
    title: 'two consumers each get everything',
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('sleep 0.2; head -c 2000000 /dev/zero')
      const count = async (): Promise<number> => {
        let bytes = 0
        for await (const { data } of handle.output()) bytes += data.length
        return bytes
      }
      expect(await within(limitMs, 'both consumers', Promise.all([count(), count()]))).toEqual([2_000_000, 2_000_000])
    },
  },
])
