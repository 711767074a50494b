import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import type { DaemonProgram } from '../../../src/daemon/daemon-program.js'

export const isRoot = process.getuid?.() === 0

/** A daemon in a process of its own, whose sandbox is a home directory of this machine. */
export interface TestDaemon {
  /** Where it listens, unless its settings say otherwise. */
  readonly socketPath: string
  /** The port it listens at, where its settings say so. */
  readonly port: number | undefined
  /** The home of the sandbox's user. */
  readonly home: string
  /** The daemon's process. */
  readonly pid: number
  stop(): Promise<void>
}

export interface TestIds {
  readonly uid: number
  readonly gid: number
}

/** The one that a daemon acts for; where the tests are not root it is whoever runs them. */
export function idsOf(id: number): TestIds {
  return { uid: isRoot ? id : (process.getuid?.() ?? 0), gid: isRoot ? id : (process.getgid?.() ?? 0) }
}

async function makeHome(directory: string, { uid, gid }: TestIds): Promise<string> {
  await chmod(directory, 0o755)
  const home = path.join(directory, 'home')
  await mkdir(home)
  if (isRoot) await chown(home, uid, gid)
  return home
}

/** Where the sandbox's user can read it, too: the directory of these tests may be private. */
async function copyProgram(directory: string, files: DaemonProgram['files']): Promise<string> {
  await mkdir(directory)
  for (const [name, source] of Object.entries(files)) {
    const copy = path.join(directory, name)
    await cp(source, copy)
    await chmod(copy, 0o755)
  }
  return directory
}

function portOf(line: unknown): number | undefined {
  const { listening } = JSON.parse(String(line)) as { listening: { port?: number } }
  return listening.port
}

/**
 * Starts a bundled daemon with the settings that are made of its place. It ends with its input, so it cannot outlive the process of the
 * tests.
 */
export async function startTestDaemon(
  { file, files }: DaemonProgram,
  ids: TestIds,
  settingsOf: (place: { readonly socketPath: string; readonly home: string }) => unknown,
): Promise<TestDaemon> {
  const directory = await mkdtemp(path.join(tmpdir(), 'daemon-test-'))
  const home = await makeHome(directory, ids)
  const socketPath = path.join(directory, 'daemon.sock')
  const settings = JSON.stringify(settingsOf({ socketPath, home }))
  const program = await copyProgram(path.join(directory, 'program'), files)
  const [name = path.basename(file)] = Object.keys(files).filter((one) => files[one] === file)
  const child = spawn(process.execPath, [path.join(program, name), settings, '--with-input'], {
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text))
  const exited = once(child, 'close')
  const stop = async (): Promise<void> => {
    child.stdin.end()
    await exited
    await rm(directory, { recursive: true, force: true })
    // The daemon catches everything that nobody waited for, and says so: that is a fault of its own.
    if (complaints !== '') throw new TypeError(`the daemon complained:\n${complaints}`)
  }
  const lines = createInterface({ input: child.stdout })
  const line = await Promise.race([
    once(lines, 'line').then(([first]: unknown[]) => first),
    exited.then(() => undefined),
  ])
  if (line === undefined) {
    await stop()
    throw new TypeError('the daemon ended before it listened')
  }
  return { socketPath, port: portOf(line), home, pid: child.pid ?? 0, stop }
}

/** Stops a daemon of which a test has one of its own. */
export function untilTestEnds<Daemon extends { stop(): Promise<void> }>(daemon: Daemon): Daemon {
  onTestFinished(() => daemon.stop())
  return daemon
}
