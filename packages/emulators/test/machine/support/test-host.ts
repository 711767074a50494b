import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import {
  openMachineHost,
  type Backing,
  type Machine,
  type MachineHost,
  type MachineHostOptions,
  type MachineOptions,
} from '../../../src/machine/index.js'

export const daemonFile: string = fileURLToPath(new URL('../fixtures/command-daemon.cjs', import.meta.url))

export const prefix = 'caisson-test'

const user = { name: 'user', uid: 1000, gid: 1000 } as const

/** A directory that is removed after the test. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await realpath(await mkdtemp(path.join(tmpdir(), 'caisson-machine-test-')))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

/** A host that is closed after the test, whatever happens in it. */
export async function openTestHost(options: MachineHostOptions = {}): Promise<MachineHost> {
  const root = options.root ?? (await temporaryDirectory())
  const host = await openMachineHost({ prefix, ...options, root })
  onTestFinished(() => host.close())
  return host
}

export function machineOptions(options: Partial<MachineOptions> = {}): MachineOptions {
  return { id: 'machine', user, daemon: { file: daemonFile }, ...options }
}

/** One machine on a host of its own. */
export async function startMachine(
  options: Partial<MachineOptions> = {},
  host: MachineHostOptions = {},
): Promise<Machine> {
  const opened = await openTestHost(host)
  return opened.create(machineOptions(options))
}

/** Why this computer does not have a backing; `undefined` where it does. */
export async function whyNot(backing: Backing): Promise<string | undefined> {
  const root = await mkdtemp(path.join(tmpdir(), 'caisson-machine-probe-'))
  try {
    const host = await openMachineHost({ prefix, root, backing })
    await host.close()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

/** Ends the name of a group of tests that is skipped. */
export function because(reason: string | undefined): string {
  return reason === undefined ? '' : ` (skipped: ${reason})`
}
