import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import type { EnvdSettings } from '../../../src/e2b/envd/index.js'
import { envdProgram } from '../../../src/e2b/envd/index.js'

export const isRoot = process.getuid?.() === 0
export const rootOnly = 'only root may start commands as another user'

/** A daemon in a process of its own, whose sandbox is a home directory of this machine. */
export interface TestEnvd {
  readonly socketPath: string
  /** The home of `user`. */
  readonly home: string
  /** The daemon's process. */
  readonly pid: number
  readonly accessToken: string
  stop(): Promise<void>
}

const uid = isRoot ? 54_321 : (process.getuid?.() ?? 0)
const gid = isRoot ? 54_321 : (process.getgid?.() ?? 0)

/** The one that commands run as; where the tests are not root it is whoever runs them. */
export const testUser = { uid, gid }

async function makeHome(directory: string): Promise<string> {
  await chmod(directory, 0o755)
  const home = path.join(directory, 'home')
  await mkdir(home)
  if (isRoot) await chown(home, uid, gid)
  return home
}

/** Starts the bundled daemon. It ends with its input, so it cannot outlive the process of the tests. */
export async function startTestEnvd(settings: Partial<EnvdSettings> = {}): Promise<TestEnvd> {
  const directory = await mkdtemp(path.join(tmpdir(), 'envd-test-'))
  const home = await makeHome(directory)
  const socketPath = path.join(directory, 'envd.sock')
  const accessToken = 'token-of-the-test'
  const users = [{ name: 'user', uid, gid, home }]
  const given: EnvdSettings = { listen: { socketPath }, accessToken, users, ...settings }
  const program = await envdProgram()
  const child = spawn(process.execPath, [program.file, JSON.stringify(given), '--with-input'], {
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
  return { socketPath, home, pid: child.pid ?? 0, accessToken, stop }
}

/** For a test that needs settings of its own. */
export async function startTestEnvdHere(settings: Partial<EnvdSettings> = {}): Promise<TestEnvd> {
  const envd = await startTestEnvd(settings)
  onTestFinished(() => envd.stop())
  return envd
}
