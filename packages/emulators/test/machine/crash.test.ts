import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Backing } from '../../src/machine/index.js'
import { hostNames, remainsOf } from './support/remains.js'
import {
  because,
  daemonFile,
  machineOptions,
  openTestHost,
  prefix,
  temporaryDirectory,
  whyNot,
} from './support/test-host.js'
import { sweepCrashedHosts } from '../../src/machine/host/sweep.js'

const source = fileURLToPath(new URL('../../src/machine/index.ts', import.meta.url))

/** Opens a host, starts three machines (one frozen, one stopped), says `up`, and waits to be killed. */
function ownerProgram(root: string, backing: Backing): string {
  const options = JSON.stringify(
    machineOptions({ daemon: { file: daemonFile }, memoryLimitBytes: 2 ** 30, pidsLimit: 500 }),
  )
  return `
    import { openMachineHost } from ${JSON.stringify(source)}
    const host = await openMachineHost(${JSON.stringify({ root, backing, prefix })})
    const create = (id) => host.create({ ...${options}, id })
    const [, frozen, stopped] = await Promise.all(['running', 'frozen', 'stopped'].map(create))
    await frozen.freeze()
    await stopped.stopKeepingDisk()
    console.log('up')
    setInterval(() => undefined, 1000)
  `
}

/** Runs a host in a process of its own and kills that when the machines are up. */
async function crash(root: string, backing: Backing): Promise<string[]> {
  const folder = await temporaryDirectory()
  const outfile = path.join(folder, 'owner.mjs')
  const stdin = { contents: ownerProgram(root, backing), resolveDir: folder, loader: 'js' } as const
  await build({ stdin, outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'silent' })
  const owner = spawn(process.execPath, [outfile], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void owner.kill('SIGKILL'))
  const [line] = (await once(createInterface({ input: owner.stdout }), 'line')) as [string]
  expect(line).toBe('up')
  const names = await hostNames(root)
  owner.kill('SIGKILL')
  await once(owner, 'exit')
  return names
}

const backings = ['namespaces', 'bubblewrap', 'directory'] as const

describe.each(backings)('After a host was killed, backing %s', async (backing) => {
  const reason = await whyNot(backing)

  it.skipIf(reason !== undefined)(`the next one removes all it left${because(reason)}`, async () => {
    const root = await temporaryDirectory()
    const names = await crash(root, backing)
    expect(names).toHaveLength(1)
    expect(await remainsOf(root, names)).not.toEqual([])
    const other = await openTestHost({ root, prefix: `${prefix}-other`, backing })
    expect(other.describe().sweptHosts).toBe(0)
    const host = await openTestHost({ root, backing })
    expect(host.describe().sweptHosts).toBe(1)
    const [own = ''] = (await hostNames(root)).filter((name) => !name.includes('other'))
    expect(names).not.toContain(own)
    const machine = await host.create(machineOptions())
    await machine.kill()
    await Promise.all([host.close(), other.close()])
    expect(await remainsOf(root, [...names, own])).toEqual([])
  })
})

const noNamespaces = await whyNot('namespaces')

it.skipIf(noNamespaces !== undefined)(
  `Private machines that run end together with the process that owns them${because(noNamespaces)}`,
  async () => {
    const root = await temporaryDirectory()
    const names = await crash(root, 'namespaces')
    onTestFinished(async () => (await openTestHost({ root })).close())
    const running = async () => (await remainsOf(root, names)).filter((row) => row.startsWith('process'))
    await expect.poll(running).toEqual([])
  },
)

it('A host that lives, is just being opened, or cannot be judged is left alone', async () => {
  const root = await temporaryDirectory()
  const alive = await openTestHost({ root })
  const machine = await alive.create(machineOptions())
  await mkdir(path.join(root, `${prefix}-00000001`))
  const elsewhere = path.join(root, `${prefix}-00000002`)
  await mkdir(elsewhere)
  const boot = { owner: { pid: 1, startTime: '0' }, boot: 'another', pidNamespace: '', groups: [] }
  await writeFile(path.join(elsewhere, 'host.json'), JSON.stringify(boot))
  const old = path.join(root, `${prefix}-00000003`)
  await mkdir(old)
  await utimes(old, 1, 1)
  const host = await openTestHost({ root })
  expect(host.describe().sweptHosts).toBe(2)
  expect(machine.state).toBe('running')
  expect((await hostNames(root)).filter((name) => /0000000\d$/.test(name))).toEqual([`${prefix}-00000001`])
  await rm(path.join(root, `${prefix}-00000001`), { recursive: true })
})

const isRoot = process.geteuid?.() === 0

it.skipIf(!isRoot)(
  `The host of another user is left alone${isRoot ? '' : ' (skipped: this is not root)'}`,
  async () => {
    const root = await temporaryDirectory()
    await chmod(root, 0o777)
    const foreign = path.join(root, `${prefix}-00000004`)
    await mkdir(foreign, { mode: 0o700 })
    await writeFile(path.join(foreign, 'host.json'), '{}', { mode: 0o600 })
    process.seteuid?.(65_534)
    try {
      expect(await sweepCrashedHosts(root, prefix)).toBe(0)
    } finally {
      process.seteuid?.(0)
    }
    expect(await hostNames(root)).toEqual([`${prefix}-00000004`])
  },
)
