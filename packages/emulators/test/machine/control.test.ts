import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findCgroupTrees, parseCgroupTrees, type CgroupTree } from '../../src/machine/cgroup/cgroup-tree.js'
import { openHostGroups } from '../../src/machine/cgroup/host-groups.js'
import { chooseBacking } from '../../src/machine/choose-backing.js'
import { removeHostGroups } from '../../src/machine/host/remove-host-groups.js'
import { LocalMachineHost } from '../../src/machine/local-machine-host.js'
import type { HostDescription } from '../../src/machine/index.js'
import { output, runIn } from './support/call-daemon.js'
import { hostNames, remainsOf } from './support/remains.js'
import { because, machineOptions, prefix, temporaryDirectory, whyNot } from './support/test-host.js'

const hybrid = [
  '30 23 0:26 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755',
  '31 30 0:27 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct',
  '32 30 0:28 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory',
  String.raw`33 30 0:29 / /sys/fs/cgroup/un\040ified rw,relatime shared:9 - cgroup2 cgroup2 rw`,
].join('\n')

describe('The hierarchies of control groups', () => {
  it('are found in a mixture of versions', () => {
    const own = '5:cpu,cpuacct:/\n4:memory:/limited/a\n3:name=systemd:/x\n0::/user.slice/a:b\n'
    expect(parseCgroupTrees(hybrid, own)).toEqual([
      { version: 1, controllers: ['cpu', 'cpuacct'], mountPoint: '/sys/fs/cgroup/cpu,cpuacct', ownPath: '/' },
      { version: 1, controllers: ['memory'], mountPoint: '/sys/fs/cgroup/memory', ownPath: '/limited/a' },
      { version: 2, controllers: [], mountPoint: '/sys/fs/cgroup/un ified', ownPath: '/user.slice/a:b' },
    ])
  })

  it('are understood where a container sees a part of them', () => {
    const mounts = '33 30 0:29 /docker/1 /sys/fs/cgroup rw - cgroup2 cgroup rw,nsdelegate'
    expect(parseCgroupTrees(mounts, '0::/docker/1/inner\n')).toMatchObject([{ ownPath: '/inner' }])
    expect(parseCgroupTrees(mounts, '0::/docker/1\n')).toMatchObject([{ ownPath: '/' }])
    expect(parseCgroupTrees(mounts, '0::/elsewhere\n')).toMatchObject([{ ownPath: '/' }])
    expect(parseCgroupTrees('', '')).toEqual([])
  })
})

type Freezer = HostDescription['freezer']

const kinds: readonly { freezer: Freezer; uses(tree: CgroupTree): boolean }[] = [
  { freezer: 'cgroup2', uses: () => true },
  { freezer: 'cgroup1', uses: ({ version }) => version === 1 },
  { freezer: 'signals', uses: () => false },
]

/** A host that uses a part of what there is. */
async function openWith(root: string, uses: (tree: CgroupTree) => boolean): Promise<LocalMachineHost> {
  const found = await chooseBacking({ root, prefix, wanted: 'namespaces' })
  await removeHostGroups(found.groups)
  const trees = (await findCgroupTrees()).filter((tree) => uses(tree))
  const groups = await openHostGroups(trees, path.basename(found.directory))
  const host = new LocalMachineHost({ ...found, groups, sweptHosts: 0 })
  onTestFinished(() => host.close())
  return host
}

const reason = await whyNot('namespaces')

describe.skipIf(reason !== undefined)(`Control of a machine's processes${because(reason)}`, () => {
  it.for(kinds)('stops, continues and ends all of them by $freezer', async ({ freezer, uses }, context) => {
    const root = await temporaryDirectory()
    const host = await openWith(root, uses)
    const { freezer: found, summary } = host.describe()
    context.skip(found !== freezer, summary)
    const names = await hostNames(root)
    const machine = await host.create(machineOptions())
    await runIn(machine, 'while :; do printf x >> /root/count; sleep 0.01; done', { detached: true })
    await runIn(machine, 'setsid sh -c "while :; do true; done"', { detached: true })
    for (let round = 0; round < 5; round += 1) {
      await machine.freeze()
      await machine.thaw()
    }
    const counted = async (): Promise<number> => Number(await output(machine, 'stat -c %s /root/count'))
    const before = await counted()
    // On a busy computer the loop may get no time for a while.
    await expect.poll(counted).toBeGreaterThan(before)
    await machine.freeze()
    await machine.kill()
    const second = await host.create(machineOptions())
    await second.freeze()
    await host.close()
    expect(await remainsOf(root, names)).toEqual([])
  })
})
