import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Backing } from '../../src/machine/index.js'
import { output, runIn } from './support/call-daemon.js'
import { hostNames, remainsOf } from './support/remains.js'
import { because, machineOptions, openTestHost, startMachine, temporaryDirectory, whyNot } from './support/test-host.js'

const weaker = ['bubblewrap', 'directory'] as const satisfies readonly Backing[]

describe.each(weaker)('The backing %s', async (backing) => {
  const reason = await whyNot(backing)

  it.skipIf(reason !== undefined)(`starts, freezes, copies and ends machines${because(reason)}`, async () => {
    const root = await temporaryDirectory()
    const host = await openTestHost({ root, backing })
    const names = await hostNames(root)
    expect(host.describe()).toMatchObject({ backing, sudo: false, fuse: false })
    const machine = await host.create(machineOptions({ env: { GIVEN: 'yes' } }))
    expect(
      await output(machine, 'echo $GIVEN $CAISSON_MACHINE_BACKING; echo mine > $CAISSON_MACHINE_ROOT/home/user/file'),
    ).toBe(`yes ${backing}`)
    await runIn(machine, 'setsid sh -c "sleep 100; true"', { detached: true })
    await machine.freeze()
    const layer = path.join(await temporaryDirectory(), 'layer')
    await machine.copyDisk(layer)
    await machine.thaw()
    const copy = await host.create(machineOptions({ id: 'copy', layers: [layer] }))
    expect(await output(copy, 'cat $CAISSON_MACHINE_ROOT/home/user/file')).toBe('mine')
    await copy.stopKeepingDisk()
    await copy.restart()
    expect(await output(copy, 'cat $CAISSON_MACHINE_ROOT/home/user/file')).toBe('mine')
    await machine.freeze()
    await machine.kill()
    await host.close()
    expect(await remainsOf(root, names)).toEqual([])
  })
})

const noBubblewrap = await whyNot('bubblewrap')

describe.skipIf(noBubblewrap !== undefined)(`The backing bubblewrap${because(noBubblewrap)}`, () => {
  it('hides what is private on the host, and writes nothing there', async () => {
    const machine = await startMachine({}, { backing: 'bubblewrap' })
    expect((await runIn(machine, `ls ${process.cwd()}/package.json`)).exitCode).not.toBe(0)
    expect((await runIn(machine, 'touch /etc/x')).exitCode).not.toBe(0)
    const name = `caisson-written-${process.pid}`
    await output(machine, `touch /tmp/${name} /root/${name}`)
    expect(existsSync(`/tmp/${name}`)).toBe(false)
    expect(await output(machine, 'getent passwd user')).toContain('/home/user')
    expect(await output(machine, 'hostname')).toBe('machine')
  })
})

describe('The backing directory', () => {
  it('refuses what it cannot give', async () => {
    const host = await openTestHost({ backing: 'directory' })
    const refused = host.create(machineOptions({ network: 'private' }))
    await expect(refused).rejects.toMatchObject({ code: 'UNSUPPORTED' })
    expect(host.describe().privateNetwork).toBe(false)
  })

  const isRoot = process.geteuid?.() === 0

  it.skipIf(!isRoot)(
    `lets the user reach its home, and nothing beside it${isRoot ? '' : ' (skipped: this is not root)'}`,
    async () => {
      const user = { name: 'user', uid: 65_534, gid: 65_534 }
      const root = await temporaryDirectory()
      await chmod(root, 0o755)
      const host = await openTestHost({ root, backing: 'directory' })
      const machine = await host.create(machineOptions({ user }))
      const place = machine.rootDirectory ?? ''
      const asUser = (command: string) =>
        spawnSync('/bin/sh', ['-c', command], { uid: user.uid, gid: user.gid, encoding: 'utf8' })
      expect(asUser(`cd ${place}/home/user && echo mine > file && cat file`)).toMatchObject({
        status: 0,
        stdout: 'mine\n',
      })
      expect(asUser(`ls ${path.dirname(place)} 2>/dev/null`)).toMatchObject({ stdout: '' })
    },
  )

  it('shows shared paths below its root', async () => {
    const source = await temporaryDirectory()
    const machine = await startMachine({ shared: [{ source, target: '/data/volume' }] }, { backing: 'directory' })
    await output(machine, 'echo shared > $CAISSON_MACHINE_ROOT/data/volume/file')
    expect(await readFile(path.join(source, 'file'), 'utf8')).toBe('shared\n')
  })

  it('says where the root of a machine lies', async () => {
    const machine = await startMachine({}, { backing: 'directory' })
    expect(await output(machine, 'cd; pwd')).toBe(path.join(machine.rootDirectory ?? '', 'home/user'))
  })
})
