import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import type { ToolboxSettings } from '../../../../src/daytona/toolbox/index.js'
import { toolboxProgram } from '../../../../src/daytona/toolbox/index.js'

export const isRoot = process.getuid?.() === 0
export const rootOnly = 'only root may act for another user'

/** A daemon in a process of its own, whose sandbox is a home directory of this machine. */
export interface TestToolbox {
  readonly socketPath: string
  /** The home of `daytona`, and the work directory. */
  readonly home: string
  /** The daemon's process. */
  readonly pid: number
  stop(): Promise<void>
}

const uid = isRoot ? 54_322 : (process.getuid?.() ?? 0)
const gid = isRoot ? 54_322 : (process.getgid?.() ?? 0)

/** The one that files belong to; where the tests are not root it is whoever runs them. */
export const testUser = { uid, gid }

async function makeHome(directory: string): Promise<string> {
  await chmod(directory, 0o755)
  const home = path.join(directory, 'home')
  await mkdir(home)
  if (isRoot) await chown(home, uid, gid)
  return home
}

/** Starts the bundled daemon. It ends with its input, so it cannot outlive the process of the tests. */
export async function startTestToolbox(settings: Partial<ToolboxSettings> = {}): Promise<TestToolbox> {
  const directory = await mkdtemp(path.join(tmpdir(), 'toolbox-test-'))
  const home = await makeHome(directory)
  const socketPath = path.join(directory, 'toolbox.sock')
  const given: ToolboxSettings = {
    listen: { socketPath },
    sandboxId: 'test-sandbox',
    version: '0.218.0-test',
    user: { name: 'daytona', uid, gid, home },
    env: {},
    ...settings,
  }
  const { file } = await toolboxProgram()
  const child = spawn(process.execPath, [file, JSON.stringify(given), '--with-input'], {
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
  await Promise.race([once(createInterface({ input: child.stdout }), 'line'), exited])
  return { socketPath, home, pid: child.pid ?? 0, stop }
}

/** For a test that needs a daemon of its own. */
export async function startTestToolboxHere(settings: Partial<ToolboxSettings> = {}): Promise<TestToolbox> {
  const toolbox = await startTestToolbox(settings)
  onTestFinished(() => toolbox.stop())
  return toolbox
}
