import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { driverMachine } from './support/driver-machine.js'
import { isRunning, pidsIn, untilTrue } from './support/processes.js'

describe('LocalDriver: ending processes', () => {
  it('ends the whole group, and tells whether anything was there', async () => {
    const { start } = await driverMachine()
    const { process, stdout } = await start('sleep 60 & echo $!; sleep 60 & echo $!; wait')
    await untilTrue(() => pidsIn(stdout()).length === 2)
    expect(await process.kill('SIGTERM')).toBe(true)
    expect(await process.wait()).toEqual({ signal: 'SIGTERM' })
    expect(pidsIn(stdout()).filter(isRunning)).toEqual([])
  })

  it.runIf(process.platform === 'linux')('ends descendants that moved to a session of their own [BR-044]', async () => {
    const { start } = await driverMachine()
    const { process, stdout } = await start("setsid sh -c 'echo $$; exec sleep 60' & sleep 60")
    await untilTrue(() => pidsIn(stdout()).length === 1)
    await process.kill('SIGTERM')
    await process.wait()
    expect(pidsIn(stdout()).filter(isRunning)).toEqual([])
  })

  it.runIf(process.platform === 'linux')(
    'ends an orphan that left session and parent, by its tag [BR-044]',
    async () => {
      const { start } = await driverMachine()
      const { process, stdout } = await start('sh -c \'setsid sh -c "echo \\$\\$; exec sleep 60" &\' ; sleep 60')
      await untilTrue(() => pidsIn(stdout()).length === 1)
      await process.kill('SIGKILL')
      expect(pidsIn(stdout()).filter(isRunning)).toEqual([])
      expect(await process.wait()).toEqual({ signal: 'SIGKILL' })
    },
  )

  it.runIf(process.platform === 'linux')('ends a descendant that threw its environment and session away', async () => {
    const { start } = await driverMachine()
    const { process, stdout } = await start("env -i /usr/bin/setsid /bin/sh -c 'echo $$; exec /bin/sleep 60' & wait")
    await untilTrue(() => pidsIn(stdout()).length === 1)
    await process.kill('SIGTERM')
    await process.wait()
    expect(pidsIn(stdout()).filter(isRunning)).toEqual([])
  })

  it('does not call a tree ended while a descendant ignores SIGTERM', async () => {
    const { start } = await driverMachine()
    const { process, stdout } = await start(`sh -c 'trap "" TERM; echo $$; while :; do sleep 0.1; done' >&1 & sleep 60`)
    await untilTrue(() => pidsIn(stdout()).length === 1)
    await process.kill('SIGTERM')
    const wait = process.wait()
    expect(await Promise.race([wait, new Promise((resolve) => setTimeout(resolve, 600, 'waiting'))])).toBe('waiting')
    expect(pidsIn(stdout()).filter(isRunning)).toHaveLength(1)
    await process.kill('SIGKILL')
    expect(await wait).toEqual({ signal: 'SIGTERM' })
    expect(pidsIn(stdout()).filter(isRunning)).toEqual([])
  })

  it('lets a program end in order after SIGTERM', async () => {
    const { start } = await driverMachine()
    const { process, stdout, finish } = await start(
      `trap 'echo bye; exit 5' TERM; echo ready; while :; do sleep 0.05; done`,
    )
    await untilTrue(() => stdout().includes('ready'))
    await process.kill('SIGTERM')
    expect(await finish()).toMatchObject({ exit: { exitCode: 5 }, stdout: 'ready\nbye\n' })
  })

  it('sends no signal once a process has ended [BR-046]', async () => {
    const { start } = await driverMachine()
    const { process: ended } = await start('true')
    await ended.wait()
    const kill = vi.spyOn(process, 'kill')
    onTestFinished(() => kill.mockRestore())
    expect(await ended.kill('SIGTERM')).toBe(false)
    expect(await ended.kill('SIGKILL')).toBe(false)
    expect(kill).not.toHaveBeenCalled()
  })

  it('never signals a stranger that carries a number seen before [BR-046]', async () => {
    const stranger = spawn('sleep', ['60'])
    onTestFinished(() => void stranger.kill('SIGKILL'))
    await once(stranger, 'spawn')
    const { signalTree } = await import('../../src/sandbox/local/process/kill-tree.js')
    const known = new Map([[stranger.pid ?? 0, 'started at another time']])
    expect(signalTree({ tag: 'no process carries this', known, monitors: [] }, 'SIGKILL')).toBe(false)
    expect(stranger.exitCode).toBeNull()
    expect(isRunning(stranger.pid ?? 0)).toBe(true)
  })

  it('has freed the port when a killed tree is over [BR-047]', async () => {
    const { start } = await driverMachine()
    const serve = `node -e 'require("net").createServer().listen(+process.argv[1], function () { console.log("port " + this.address().port) })'`
    let port = '0'
    for (let round = 0; round < 5; round += 1) {
      const { process, stdout, stderr } = await start(`${serve} ${port} & wait`)
      await untilTrue(() => stdout().includes('port') || stderr() !== '')
      expect(stderr()).toBe('')
      port = stdout().trim().split(' ')[1] ?? ''
      await process.kill('SIGKILL')
      await process.wait()
    }
    expect(Number(port)).toBeGreaterThan(0)
  })

  it('ends what commands left behind when the machine is stopped or destroyed [BR-018, BR-044]', async () => {
    const { run, driver, machine, destroy } = await driverMachine()
    const ends = [() => driver.stop(driver.describe(machine), machine), destroy]
    for (const end of ends) {
      const { stdout } = await run("sleep 60 & echo $!; setsid sh -c 'echo $$; exec sleep 60' & sleep 0.2")
      expect(pidsIn(stdout).filter(isRunning)).toHaveLength(2)
      await end()
      expect(pidsIn(stdout).filter(isRunning)).toEqual([])
    }
  })

  it('kills what ignores SIGTERM when the machine is stopped', async () => {
    const { run, destroy } = await driverMachine()
    const { stdout } = await run(`sh -c 'trap "" TERM; echo $$; while :; do sleep 0.1; done' & sleep 0.2`)
    await destroy()
    expect(pidsIn(stdout)).toHaveLength(1)
    expect(pidsIn(stdout).filter(isRunning)).toEqual([])
  })

  it('leaves the processes of other machines alone', async () => {
    const one = await driverMachine()
    const other = await driverMachine()
    const kept = await other.start('echo $$; exec sleep 60')
    await untilTrue(() => pidsIn(kept.stdout()).length === 1)
    await one.run('true')
    await one.destroy()
    expect(pidsIn(kept.stdout()).filter(isRunning)).toHaveLength(1)
  })

  it.runIf(process.platform === 'linux')('tags every process, and hands its own tag on to nested hosts', async () => {
    const { run, directory } = await driverMachine()
    const { stdout } = await run('echo "$CAISSON_PROCESS"; tr "\\0" "\\n" < /proc/self/environ > env.txt')
    expect(stdout).toMatch(/;$/m)
    expect(await readFile(path.join(directory, 'env.txt'), 'utf8')).toContain(`CAISSON_PROCESS=${stdout.trim()}`)
  })
})
