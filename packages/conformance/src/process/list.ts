import { expect } from 'vitest'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import { untilTrue, within } from '../sandbox/waiting.js'

/** Finding processes again. */
export const listSuite: SandboxSuite = sandboxSuite('process/list', [
  {
    id: 'running',
    title: 'list() tells running processes with pid, command and time of start [C10]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('sleep 61')
      const info = (await sandbox.processes.list()).find(({ pid }) => pid === handle.pid)
      expect(info).toMatchObject({ pid: handle.pid, command: 'sleep 61', running: true })
      expect(info?.startedAt).toBeInstanceOf(Date)
      expect(info).not.toHaveProperty('exitCode')
      await handle.kill()
    },
  },
  {
    id: 'ended',
    title: 'a process that ended is listed as not running, with its exit code, or not at all [C10]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('exit 9')
      await handle.wait()
      const info = (await sandbox.processes.list()).find(({ pid }) => pid === handle.pid)
      if (info) expect(info).toMatchObject({ running: false, exitCode: 9 })
      const killed = await sandbox.processes.spawn('sleep 60')
      await killed.kill()
      const running = (await sandbox.processes.list()).filter((entry) => entry.running)
      expect(running.map(({ pid }) => pid)).not.toContain(killed.pid)
    },
  },
  {
    id: 'get-running',
    title: 'get(pid) of a running process is its handle, as often as it is asked for [C09]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('echo printed; sleep 60')
      await untilTrue('the line is there', () => !sandbox.supports.streaming || handle.stdout !== '')
      for (let round = 0; round < 3; round += 1) {
        const found = await sandbox.processes.get(handle.pid)
        expect(found?.pid).toBe(handle.pid)
        expect(found?.stdout).toBe(handle.stdout)
      }
      expect(await (await sandbox.processes.get(handle.pid))?.kill()).toBe(true)
      expect(handle.exitCode).toBe(137)
    },
  },
  {
    id: 'get-ended-once',
    title: 'a process that ended is handed out once more with its output, and is then forgotten [C09]',
    needs: ['!attach'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('echo last words; exit 2')
      await handle.wait()
      const found = await sandbox.processes.get(handle.pid)
      expect([found?.stdout, found?.exitCode]).toEqual(['last words\n', 2])
      expect(await sandbox.processes.get(handle.pid)).toBeUndefined()
      expect((await sandbox.processes.list()).map(({ pid }) => pid)).not.toContain(handle.pid)
    },
  },
  {
    id: 'get-ended-by-attach',
    title: 'a process that ended is handed out once more with its output [C09]',
    needs: ['attach'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('echo last words; exit 2')
      await handle.wait()
      const found = await sandbox.processes.get(handle.pid)
      expect([found?.stdout, found?.exitCode]).toEqual(['last words\n', 2])
    },
  },
  {
    id: 'get-unknown',
    title: 'get() of an unknown pid is undefined [C09]',
    check: async (bench) => {
      const sandbox = await bench.running()
      expect(await sandbox.processes.get('no-such-process')).toBeUndefined()
      expect(await sandbox.processes.get('99999999')).toBeUndefined()
    },
  },
  {
    id: 'release',
    title: 'release() forgets a process without touching it; unknown ids are ignored [C09]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('sleep 0.5; echo done')
      sandbox.processes.release(handle.pid)
      sandbox.processes.release('no-such-process')
      expect(await within(20_000, 'wait()', handle.wait())).toMatchObject({ exitCode: 0, stdout: 'done\n' })
    },
  },
  {
    id: 'foreground-is-released',
    title: 'commands of executeCommand do not stay in the list [C10]',
    check: async (bench) => {
      const sandbox = await bench.running()
      for (let round = 0; round < 10; round += 1) await sandbox.executeCommand(`echo marker-of-this-case-${round}`)
      const commands = (await sandbox.processes.list()).map(({ command }) => command ?? '')
      expect(commands.filter((command) => command.includes('marker-of-this-case'))).toEqual([])
    },
  },
  {
    id: 'foreign',
    title: 'processes that another sandbox object started are listed [C10]',
    needs: ['listsForeignProcesses'],
    check: async (bench) => {
      const first = await bench.running({ id: bench.newId() })
      const handle = await first.processes.spawn('sleep 62')
      const second = await bench.running(await bench.sameMachine(first))
      const info = (await second.processes.list()).find(({ pid }) => pid === handle.pid)
      expect(info?.running).toBe(true)
      await handle.kill()
    },
  },
  {
    id: 'attach',
    title: 'get(pid) finds a process that another sandbox object started: output, end and kill [C09]',
    needs: ['attach'],
    check: async (bench) => {
      const first = await bench.running({ id: bench.newId() })
      const short = await first.processes.spawn('echo begin; sleep 2; echo end; exit 3')
      const long = await first.processes.spawn('sleep 60')
      const second = await bench.running(await bench.sameMachine(first))
      const found = await second.processes.get(short.pid)
      expect(found?.pid).toBe(short.pid)
      const result = await within(20_000, 'wait()', found?.wait() ?? Promise.resolve(undefined))
      expect(result).toMatchObject({ exitCode: 3, success: false })
      expect(result?.stdout).toContain('end\n')
      expect(await second.processes.kill(long.pid)).toBe(true)
      expect((await within(20_000, 'wait()', long.wait())).success).toBe(false)
    },
  },
  {
    id: 'survives-stop',
    title: 'processes survive stop() and start() and can be found again',
    needs: ['processesSurviveStop', 'attach'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('sleep 60')
      await sandbox.stop()
      await sandbox.start()
      expect(await sandbox.processes.kill(handle.pid)).toBe(true)
    },
  },
])
