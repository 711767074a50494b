import { Buffer } from 'node:buffer'
import { expect } from 'vitest'
import { asSandboxError, expectCode, rejectionOf } from '../sandbox/expect-errors.js'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import { pause, untilTrue, within } from '../sandbox/waiting.js'

const bigBytes = 8 * 1024 * 1024
const limitMs = 60_000

/** Standard input: it arrives, it ends, and what cannot arrive is an error. */
export const stdinSuite: SandboxSuite = sandboxSuite('process/stdin', [
  {
    id: 'execute-has-none',
    title: 'commands of executeCommand find their input at its end at once [P6] [BR-027]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const options = { timeout: 15_000 }
      expect(await sandbox.executeCommand('cat', [], options)).toMatchObject({ exitCode: 0, stdout: '' })
      expect(await sandbox.executeCommand('read x; echo "got=$x"', [], options)).toMatchObject({ stdout: 'got=\n' })
      expect(await sandbox.executeCommand('grep a', [], options)).toMatchObject({ exitCode: 1 })
      expect(await sandbox.executeCommand('sh', [], options)).toMatchObject({ exitCode: 0 })
    },
  },
  {
    id: 'text-and-bytes',
    title: 'sendStdin takes text and bytes, and closeStdin ends the input [C08] [P6] [BR-030]',
    needs: ['stdin', 'closeStdin'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('sort')
      await handle.sendStdin('b é\n')
      await handle.sendStdin(Buffer.from('a 😀\n'))
      await handle.closeStdin()
      expect(await within(20_000, 'the process', handle.wait())).toMatchObject({ exitCode: 0, stdout: 'a 😀\nb é\n' })
    },
  },
  {
    id: 'conversation',
    title: 'a process answers while its input stays open [C08]',
    needs: ['stdin', 'streaming'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('while read line; do echo "<$line>"; done')
      await handle.sendStdin('one\n')
      await untilTrue('the first answer', () => handle.stdout === '<one>\n')
      await handle.sendStdin('two\n')
      await untilTrue('the second answer', () => handle.stdout === '<one>\n<two>\n')
      await handle.kill()
    },
  },
  {
    id: 'binary',
    title: 'input arrives byte for byte [C08]',
    needs: ['stdin', 'closeStdin'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('od -An -v -tu1')
      const bytes = Array.from({ length: 256 }, (_, index) => index)
      await handle.sendStdin(Uint8Array.from(bytes))
      await handle.closeStdin()
      const result = await within(20_000, 'the process', handle.wait())
      expect(result.stdout.trim().split(/\s+/).map(Number)).toEqual(bytes)
    },
  },
  {
    id: 'order',
    title: 'writes that nobody waited for arrive in the order in which they were made [C08]',
    needs: ['stdin', 'closeStdin'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('cat')
      const lines = Array.from({ length: 50 }, (_, index) => `${index}\n`)
      const writes = lines.map((line) => handle.sendStdin(line))
      await Promise.all([...writes, handle.closeStdin()])
      expect((await within(20_000, 'the process', handle.wait())).stdout).toBe(lines.join(''))
    },
  },
  {
    id: 'big-input',
    title: '8 MiB for a process that begins to read late arrive completely [C08]',
    needs: ['stdin', 'closeStdin'],
    isHeavy: true,
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('sleep 0.5; cksum')
      const data = Buffer.alloc(bigBytes, 'caisson ')
      await within(limitMs, 'sendStdin', handle.sendStdin(data))
      await within(limitMs, 'closeStdin', handle.closeStdin())
      const { stdout } = await within(limitMs, 'the process', handle.wait())
      const expected = `i=0; while [ $i -lt ${bigBytes / 8 / 4096} ]; do echo; i=$((i+1)); done`
      const block = `printf '%4096s' '' | sed 's/ /caisson /g'`
      const reference = await bench.shell(sandbox, `${expected} | while read -r _; do ${block}; done | cksum`)
      expect(stdout).toBe(reference)
    },
  },
  {
    id: 'close-twice',
    title: 'closeStdin twice, or after the end, is harmless',
    needs: ['stdin', 'closeStdin'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('cat')
      await Promise.all([handle.closeStdin(), handle.closeStdin()])
      await within(20_000, 'the process', handle.wait())
      await handle.closeStdin()
    },
  },
  {
    id: 'write-after-close',
    title: 'sendStdin after closeStdin is a typed INVALID_STATE error',
    needs: ['stdin', 'closeStdin'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('cat >/dev/null; sleep 60')
      await handle.closeStdin()
      await expectCode(handle.sendStdin('x'), 'INVALID_STATE', 'sendStdin')
      await handle.kill()
    },
  },
  {
    id: 'write-after-end',
    title: 'sendStdin after exit, after kill() and after destroy() is an error that names the process [BR-029]',
    needs: ['stdin'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const exited = await sandbox.processes.spawn('exit 4')
      await exited.wait()
      const error = await expectCode(exited.sendStdin('x'), 'INVALID_STATE', 'sendStdin after exit')
      expect(error.message).toContain(exited.pid)
      expect(error.message).toContain('4')
      const killed = await sandbox.processes.spawn('sleep 60')
      await killed.kill()
      await expectCode(killed.sendStdin('x'), 'INVALID_STATE', 'sendStdin after kill')
      const left = await sandbox.processes.spawn('sleep 60')
      await sandbox.destroy()
      await expectCode(left.sendStdin('x'), 'INVALID_STATE', 'sendStdin after destroy')
    },
  },
  {
    id: 'ignored',
    title: 'with stdinMode ignore the input is at its end, and sendStdin is a typed error [C08]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('cat; sleep 1', { stdinMode: 'ignore' })
      await expectCode(handle.sendStdin('x'), 'INVALID_STATE', 'sendStdin')
      expect(await within(20_000, 'the process', handle.wait())).toMatchObject({ exitCode: 0, stdout: '' })
    },
  },
  {
    id: 'broken-pipe',
    title: 'writing to a process that closed its input rejects, and neither ends the host nor the sandbox [BR-031]',
    needs: ['stdin'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('exec 0<&-; echo closed; sleep 60')
      await untilTrue('the input is closed', () => handle.stdout === 'closed\n')
      const writes = Array.from({ length: 4 }, () => handle.sendStdin('x'.repeat(1 << 20)))
      const outcomes = await within(10_000, 'the writes', Promise.allSettled(writes))
      const rejected = outcomes.filter((outcome) => outcome.status === 'rejected')
      expect(rejected.length).toBeGreaterThan(0)
      for (const { reason } of rejected) asSandboxError(reason, 'INVALID_STATE', 'the failed write')
      await pause(100)
      await handle.kill()
      expect(await bench.shell(sandbox, 'echo on')).toBe('on\n')
    },
  },
  {
    id: 'write-races-exit',
    title: 'a write that races the end of the process settles, one way or the other [BR-031]',
    needs: ['stdin'],
    check: async (bench) => {
      const sandbox = await bench.running()
      for (let round = 0; round < 10; round += 1) {
        const handle = await sandbox.processes.spawn('true')
        const write = handle.sendStdin('x'.repeat(200_000))
        await within(20_000, 'the write', Promise.allSettled([write]))
        await within(20_000, 'the process', handle.wait())
      }
    },
  },
  {
    id: 'pending-write',
    title: 'a write that a process never takes is answered when the process is killed [C08]',
    needs: ['stdin'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('sleep 60')
      const write = Promise.allSettled([handle.sendStdin(Buffer.alloc(bigBytes)), handle.sendStdin('more')])
      await pause(200)
      await within(20_000, 'kill()', handle.kill())
      await within(20_000, 'the writes', write)
      expect((await handle.wait()).killed).toBe(true)
    },
  },
  {
    id: 'bad-data',
    title: 'sendStdin refuses what is neither text nor bytes',
    needs: ['stdin'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('sleep 60')
      for (const data of [undefined, 5, {}, ['x']])
        await expectCode(handle.sendStdin(data as never), 'INVALID_ARGUMENT')
      await handle.kill()
    },
  },
  {
    id: 'close-unsupported',
    title: 'where input cannot be ended closeStdin is a typed UNSUPPORTED_FEATURE error [P12] [BR-030]',
    needs: ['stdin', '!closeStdin'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('cat')
      await expectCode(handle.closeStdin(), 'UNSUPPORTED_FEATURE', 'closeStdin')
      await handle.kill()
    },
  },
  {
    id: 'unsupported',
    title: 'where a process cannot be given input sendStdin is a typed error [P12]',
    needs: ['!stdin'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('sleep 60')
      const { code } = (await rejectionOf(handle.sendStdin('x'), 'sendStdin')) as { readonly code?: unknown }
      expect(['INVALID_STATE', 'UNSUPPORTED_FEATURE']).toContain(code)
      await handle.kill()
    },
  },
])
