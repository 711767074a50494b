import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { MachineOptions } from '../../src/machine/index.js'
import { output, runIn } from './support/call-daemon.js'
import { hostNames, remainsOf } from './support/remains.js'
import { daemonFile, machineOptions, openTestHost, startMachine, temporaryDirectory } from './support/test-host.js'

/** A program inside that counts in a file the host can read without asking the machine. */
async function counting(): Promise<{ shared: NonNullable<MachineOptions['shared']>; count(): Promise<number> }> {
  const directory = await temporaryDirectory()
  const file = path.join(directory, 'count')
  await writeFile(file, '')
  return {
    shared: [{ source: directory, target: '/mnt/count' }],
    count: async () => (await readFile(file, 'utf8')).length,
  }
}

const countForever = 'while :; do printf x >> $CAISSON_MACHINE_ROOT/mnt/count/count; sleep 0.01; done'

describe('A machine', () => {
  it('stands still while frozen, and goes on where it was', async () => {
    const { shared, count } = await counting()
    const machine = await startMachine({ shared })
    await runIn(machine, countForever, { detached: true })
    await expect.poll(count).toBeGreaterThan(3)
    await machine.freeze()
    expect(machine.state).toBe('frozen')
    const still = await count()
    await sleep(100)
    expect(await count()).toBe(still)
    await machine.freeze()
    await machine.thaw()
    await machine.thaw()
    expect(machine.state).toBe('running')
    await expect.poll(count).toBeGreaterThan(still)
    expect(await output(machine, 'echo $((1 + 1))')).toBe('2')
  })

  it('can be killed, frozen or not, and leaves nothing', async () => {
    const root = await temporaryDirectory()
    const host = await openTestHost({ root })
    const names = await hostNames(root)
    const machines = await Promise.all(['running', 'frozen'].map((id) => host.create(machineOptions({ id }))))
    for (const machine of machines)
      await runIn(machine, 'setsid sleep 100 & trap "" TERM HUP; sleep 100', { detached: true })
    await machines[1]?.freeze()
    expect((await remainsOf(root, names)).length).toBeGreaterThan(4)
    for (const machine of machines) {
      await machine.kill()
      await machine.kill()
      expect(machine.state).toBe('gone')
      expect(machine.initPid).toBeUndefined()
      expect(await machine.exited).toMatchObject({ reason: 'killed' })
      expect(existsSync(machine.socketPath)).toBe(false)
    }
    expect(host.machines()).toEqual([])
    await host.close()
    expect(await remainsOf(root, names)).toEqual([])
  })

  it('keeps its disk and its socket over a stop and a restart', async () => {
    const machine = await startMachine({ env: { COLOUR: 'red' } })
    const home = machine.rootDirectory ?? ''
    await output(machine, `echo kept > ${home}/root/file`)
    const { socketPath, initPid } = machine
    await machine.stopKeepingDisk()
    expect(machine.state).toBe('stopped')
    expect(await machine.exited).toMatchObject({ reason: 'stopped' })
    await machine.stopKeepingDisk()
    await machine.restart({ env: { COLOUR: 'blue' } })
    expect(machine.socketPath).toBe(socketPath)
    expect(machine.initPid).not.toBe(initPid)
    expect(await output(machine, `cat ${home}/root/file; echo $COLOUR`)).toBe('kept\nblue')
    for (let round = 0; round < 3; round += 1) {
      await machine.freeze()
      await machine.stopKeepingDisk()
      await machine.restart()
    }
    expect(await output(machine, `cat ${home}/root/file`)).toBe('kept')
  })

  it('ends when its daemon ends, and says how', async () => {
    const machine = await startMachine()
    void runIn(machine, 'echo last words >&2; kill -9 $PPID').catch(() => undefined)
    expect(await machine.exited).toMatchObject({ reason: 'daemon', exitCode: 137 })
    expect(machine.state).toBe('stopped')
    await expect(machine.freeze()).rejects.toMatchObject({ code: 'WRONG_STATE' })
    await machine.restart()
    expect(await output(machine, 'echo again')).toBe('again')
  })

  it('says why its daemon did not start, and leaves nothing', async () => {
    const root = await temporaryDirectory()
    const host = await openTestHost({ root })
    const daemon = (how: string, startTimeoutMs = 20_000) => ({
      file: daemonFile,
      env: { DAEMON_FAILS: how },
      startTimeoutMs,
    })
    const ends = host.create(machineOptions({ daemon: daemon('exit') }))
    await expect(ends).rejects.toMatchObject({
      code: 'START_FAILED',
      message: expect.stringMatching(/ended with 7[^]*no configuration/),
    })
    const silent = host.create(machineOptions({ daemon: daemon('silent', 300) }))
    await expect(silent).rejects.toMatchObject({ code: 'START_FAILED', message: expect.stringContaining('300 ms') })
    const [name = ''] = await hostNames(root)
    expect(host.machines()).toEqual([])
    await host.close()
    expect(await remainsOf(root, [name])).toEqual([])
  })

  it('can be killed while it starts', async () => {
    const host = await openTestHost()
    const starting = host.create(machineOptions({ daemon: { file: daemonFile, env: { DAEMON_FAILS: 'silent' } } }))
    const failed = starting.catch((error: unknown) => error)
    await expect.poll(() => host.machines()[0]?.initPid).toBeDefined()
    const started = performance.now()
    await host.machines()[0]?.kill()
    expect(await failed).toMatchObject({ code: 'START_FAILED' })
    expect(performance.now() - started).toBeLessThan(5000)
  })

  it('refuses what its state does not allow', async () => {
    const machine = await startMachine()
    const directory = path.join(await temporaryDirectory(), 'copy')
    await expect(machine.copyDisk(directory)).rejects.toMatchObject({ code: 'WRONG_STATE' })
    await expect(machine.restart()).rejects.toMatchObject({ code: 'WRONG_STATE' })
    await machine.kill()
    for (const refused of [
      machine.freeze(),
      machine.thaw(),
      machine.stopKeepingDisk(),
      machine.restart(),
      machine.copyDisk(directory),
    ]) {
      await expect(refused).rejects.toMatchObject({ code: 'WRONG_STATE' })
    }
  })
})

describe('A host of machines', () => {
  it('names what it found', async () => {
    const host = await openTestHost()
    const description = host.describe()
    expect(description.summary).toContain(`machines: ${host.backing} in ${description.directory}`)
    for (const { backing, reason } of description.rejected)
      expect(description.summary).toContain(`not ${backing}: ${reason}`)
  })

  it('starts twenty machines at once, and ends them all when closed', async () => {
    const root = await temporaryDirectory()
    const host = await openTestHost({ root })
    const names = await hostNames(root)
    const ids = Array.from({ length: 20 }, (_, index) => `machine-${index}`)
    const machines = await Promise.all(ids.map((id) => host.create(machineOptions({ id }))))
    expect(await Promise.all(machines.map((machine) => output(machine, 'echo $CAISSON_MACHINE_ID')))).toEqual(ids)
    await host.close()
    await host.close()
    expect(machines.map(({ state }) => state)).toEqual(ids.map(() => 'gone'))
    expect(await remainsOf(root, names)).toEqual([])
    await expect(host.create(machineOptions())).rejects.toMatchObject({ code: 'WRONG_STATE' })
  })

  it('has one machine of a name', async () => {
    const host = await openTestHost()
    const machine = await host.create(machineOptions())
    await expect(host.create(machineOptions())).rejects.toMatchObject({ code: 'INVALID_OPTION' })
    await machine.kill()
    await host.create(machineOptions())
  })

  it.each<[string, Partial<MachineOptions>]>([
    ['id', { id: '../x' }],
    ['user.name', { user: { name: 'root', uid: 1000, gid: 1000 } }],
    ['user.name', { user: { name: 'a:b', uid: 1000, gid: 1000 } }],
    ['user.uid', { user: { name: 'user', uid: 0, gid: 1000 } }],
    ['daemon.file', { daemon: { file: '/nonexistent' } }],
    ['env', { env: { 'A=B': 'x' } }],
    ['env', { env: { A: 'x\0y' } }],
    ['layers', { layers: ['/nonexistent'] }],
    ['hostname', { hostname: 'a b' }],
    ['memoryLimitBytes', { memoryLimitBytes: -1 }],
    ['pidsLimit', { pidsLimit: 1.5 }],
    ['shared', { shared: [{ source: '/tmp', target: '/a/../etc' }] }],
    ['shared', { shared: [{ source: '/nonexistent', target: '/a' }] }],
  ])('refuses a bad %s before it makes anything', async (option, bad) => {
    const host = await openTestHost()
    const refused = host.create(machineOptions(bad))
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_OPTION', message: expect.stringContaining(option) })
    expect(host.machines()).toEqual([])
  })

  it('refuses a bad prefix and a root too long for sockets', async () => {
    const root = await temporaryDirectory()
    await expect(openTestHost({ root, prefix: '../x' })).rejects.toMatchObject({ code: 'INVALID_OPTION' })
    await expect(openTestHost({ root: path.join(root, 'x'.repeat(80)) })).rejects.toMatchObject({
      code: 'INVALID_OPTION',
    })
  })
})
