import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { baseDirectory } from './relay-files.js'
import type { RawLocalProcess } from './raw-process.js'

/** Marks everything that runs in a machine, so that its end is the end of all of it. */
export const machineVariable = 'RELAY_TEST_MACHINE'

/** A machine for tests: a directory of this computer and what was started in it. */
export class RawMachine {
  readonly sandboxId: string = `machine-${randomUUID()}`
  readonly processes: Map<string, RawLocalProcess> = new Map()
  /** Numbers of all that was ever started. */
  readonly pids: string[] = []
  isStopped = false

  private constructor(
    readonly id: string,
    readonly directory: string,
  ) {}

  static async create(id: string): Promise<RawMachine> {
    return new RawMachine(id, await mkdtemp(path.join(tmpdir(), 'caisson-relay-test-')))
  }

  /** Ends everything in it, as the end of a real machine does. */
  async stop(): Promise<void> {
    this.isStopped = true
    for (let round = 0; round < 20; round += 1) {
      const pids = await pidsWith(`${machineVariable}=${this.sandboxId}`)
      if (pids.length === 0) break
      for (const pid of pids) end(pid)
    }
    await Promise.all([...this.processes.values()].map((process) => process.exited))
    this.processes.clear()
  }

  /** Removes it with all its traces. */
  async destroy(): Promise<void> {
    await this.stop()
    await rm(this.directory, { recursive: true, force: true })
    for (const name of await readdir(baseDirectory).catch(() => [])) {
      const pid = name.split('.', 1)[0] ?? ''
      if (this.pids.includes(pid)) await rm(path.join(baseDirectory, name), { recursive: true, force: true })
    }
    // Other tests of this moment may have something in it.
    await rmdir(baseDirectory).catch(() => undefined)
  }
}

/** Processes that were started with this text in their environment. */
export async function pidsWith(text: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
      return environment.includes(text) ? Number(pid) : undefined
    }),
  )
  return found.filter((pid) => pid !== undefined)
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
