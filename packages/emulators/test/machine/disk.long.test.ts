import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Machine, MachineHost } from '../../src/machine/index.js'
import { output, runIn } from './support/call-daemon.js'
import { because, machineOptions, openTestHost, temporaryDirectory, whyNot } from './support/test-host.js'

const reason = await whyNot('namespaces')

const named = ['hostname', 'hosts', 'machine-id'].map((name) => `-not -path etc/${name}`).join(' ')

/** Everything about a tree that a copy must keep (kind, mode, owner, links, target, size, contents); not what names the machine. */
const inventory = [
  `cd / && find root home opt etc tmp usr/share/doc/[a-d]* srv -xdev ${named} > /run/all`,
  `tr '\\n' '\\0' < /run/all | find -files0-from - -maxdepth 0 -printf '%p %y %m %U %G %l ' \\( -type d -o -printf '%n %s' \\) -printf '\\n' | sort`,
  `find root home opt etc tmp srv -xdev -type f ${named} -print0 | sort -z | xargs -0 md5sum`,
].join(' && ')

const changes = [
  'cd /opt',
  'mkdir -p kept/deep && echo content > kept/deep/file && chmod 4750 kept/deep/file && chown 1000:33 kept/deep/file',
  'ln -s deep/file kept/link && ln kept/deep/file kept/hard && mkfifo kept/pipe && mknod kept/node c 1 7',
  'truncate -s 64M kept/sparse',
  'chmod 1777 kept/deep && chown user:user kept',
  'rm -r /usr/share/doc/perl-base && rm /etc/issue',
  'mv /usr/share/doc/bash /usr/share/doc/bash-moved',
  'rm -r /usr/share/doc/dpkg && mkdir /usr/share/doc/dpkg && echo new > /usr/share/doc/dpkg/new',
  'echo "more:x:2000:2000::/:/bin/sh" >> /etc/passwd',
  'echo home > /home/user/file && chown user /home/user/file && echo tmp > /tmp/file && echo root > /root/file',
].join(' && ')

const checks = [
  'stat -c "%a %u %g %h" /opt/kept/deep/file',
  'readlink /opt/kept/link',
  'stat -c "%F %t:%T" /opt/kept/node /opt/kept/pipe',
  'stat -c "%s %b" /opt/kept/sparse',
  'ls -d /usr/share/doc/perl-base /etc/issue 2>/dev/null | wc -l',
  'ls -d /usr/share/doc/bash 2>/dev/null | wc -l; ls /usr/share/doc/bash-moved | wc -l',
  'ls /usr/share/doc/dpkg',
  'id -u more',
  'cat /home/user/file /tmp/file /root/file',
].join('; ')

async function copyOf(machine: Machine): Promise<string> {
  const target = path.join(await temporaryDirectory(), 'layer')
  await machine.copyDisk(target)
  return target
}

async function changedMachine(host: MachineHost): Promise<Machine> {
  const machine = await host.create(machineOptions({ id: 'changed' }))
  await output(machine, changes)
  return machine
}

describe.skipIf(reason !== undefined)(`A copy of a machine's disk${because(reason)}`, () => {
  it('makes a machine with the same files, frozen or stopped', async () => {
    const host = await openTestHost()
    const machine = await changedMachine(host)
    const [seen, all] = [await output(machine, checks), (await output(machine, inventory)).split('\n')]
    await machine.freeze()
    const layer = await copyOf(machine)
    await machine.thaw()
    await output(machine, 'echo later > /root/file')
    const copy = await host.create(machineOptions({ id: 'copy', layers: [layer] }))
    expect(await output(copy, checks)).toBe(seen)
    expect((await output(copy, inventory)).split('\n')).toEqual(all)
    await machine.stopKeepingDisk()
    const second = await host.create(machineOptions({ id: 'second', layers: [await copyOf(machine)] }))
    expect(await output(second, 'cat /root/file')).toBe('later')
  })

  it('keeps extended attributes', async (context) => {
    const host = await openTestHost()
    const machine = await host.create(machineOptions())
    const { exitCode } = await runIn(machine, 'command -v setfattr')
    context.skip(exitCode !== 0, 'setfattr is missing (package attr)')
    await output(
      machine,
      'touch /opt/x && setfattr -n user.colour -v red /opt/x && setfattr -n trusted.kind -v test /opt/x',
    )
    await machine.freeze()
    const copy = await host.create(machineOptions({ id: 'copy', layers: [await copyOf(machine)] }))
    expect(await output(copy, 'getfattr --only-values -n user.colour /opt/x')).toBe('red')
    expect(await output(copy, 'getfattr --only-values -n trusted.kind /opt/x')).toBe('test')
  })

  it('can be used by many machines, none of which changes it', async () => {
    const host = await openTestHost()
    const machine = await changedMachine(host)
    await machine.freeze()
    const layers = [await copyOf(machine)]
    const copies = await Promise.all(['a', 'b', 'c'].map((id) => host.create(machineOptions({ id, layers }))))
    await Promise.all(copies.map((copy) => output(copy, 'echo $CAISSON_MACHINE_ID > /root/file && rm -r /opt/kept')))
    expect(await Promise.all(copies.map((copy) => output(copy, 'cat /root/file')))).toEqual(['a', 'b', 'c'])
    const fresh = await host.create(machineOptions({ id: 'fresh', layers }))
    expect(await output(fresh, 'cat /root/file; ls /opt/kept')).toBe('root\ndeep\nhard\nlink\nnode\npipe\nsparse')
  })

  it('lies on top of the layers its machine had', async () => {
    const host = await openTestHost()
    let layers: string[] = []
    for (const step of ['one', 'two', 'three', 'four']) {
      const machine = await host.create(machineOptions({ id: step, layers }))
      await output(
        machine,
        `mkdir -p /opt/s && cd /opt/s && echo ${step} > last && echo ${step} > ${step} && rm -f two`,
      )
      await machine.stopKeepingDisk()
      layers = [...layers, await copyOf(machine)]
      await machine.kill()
    }
    const top = await host.create(machineOptions({ layers }))
    expect(await output(top, 'cd /opt/s && cat last && ls')).toBe('four\nfour\nlast\none\nthree')
    await top.stopKeepingDisk()
    await top.restart()
    expect(await output(top, 'cat /opt/s/last')).toBe('four')
  })

  it('may lie on more layers than there is room for their names', async () => {
    const host = await openTestHost()
    const directory = await temporaryDirectory()
    const layers = Array.from({ length: 200 }, (_, index) =>
      path.join(directory, 'a-long-name'.repeat(5), String(index)),
    )
    for (const [index, layer] of layers.entries()) {
      await mkdir(path.join(layer, 'opt/s'), { recursive: true })
      await writeFile(path.join(layer, 'opt/s', String(index)), '')
      await writeFile(path.join(layer, 'opt/s/last'), String(index))
    }
    const top = await host.create(machineOptions({ layers }))
    expect(await output(top, 'cat /opt/s/last; ls /opt/s | wc -l')).toBe('199201')
    const many = [...layers, ...layers, ...layers]
    await expect(host.create(machineOptions({ id: 'many', layers: many }))).rejects.toMatchObject({
      code: 'INVALID_OPTION',
    })
  })

  it('never overwrites', async () => {
    const host = await openTestHost()
    const machine = await host.create(machineOptions())
    await machine.freeze()
    await expect(machine.copyDisk(await temporaryDirectory())).rejects.toMatchObject({ code: 'COPY_FAILED' })
  })
})
