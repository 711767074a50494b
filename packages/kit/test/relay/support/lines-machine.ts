import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { LinesSession } from './lines-session.js'
import { machineVariable, pidsWith } from './raw-machine.js'
import { baseDirectory } from './relay-files.js'

/** A machine for tests: a directory of this computer, and what was started in it. */
export class LinesMachine {
  readonly sandboxId: string = `machine-${randomUUID()}`
  readonly sessions: LinesSession[] = []
  /** Ids of the commands that were sent here. */
  readonly ids: Set<string> = new Set()
  isStopped = false

  private constructor(
    readonly id: string,
    readonly directory: string,
    readonly environment: Readonly<Record<string, string>>,
  ) {}

  static async create(id: string, environment: Readonly<Record<string, string>>): Promise<LinesMachine> {
    return new LinesMachine(id, await mkdtemp(path.join(tmpdir(), 'caisson-lines-test-')), environment)
  }

  /** Ends everything in it, as the end of a real machine does. */
  async stop(): Promise<void> {
    this.isStopped = true
    for (let round = 0; round < 20; round += 1) {
      const pids = await pidsWith(`${machineVariable}=${this.sandboxId}`)
      if (pids.length === 0) break
      for (const pid of pids) end(pid)
    }
    this.sessions.length = 0
  }

  /** Removes it with all its traces. */
  async destroy(): Promise<void> {
    await this.stop()
    await rm(this.directory, { recursive: true, force: true })
    for (const name of await readdir(baseDirectory).catch(() => [])) {
      const id = name.split('.')[1] ?? ''
      if (this.ids.has(id)) await rm(path.join(baseDirectory, name), { recursive: true, force: true })
    }
    // Other tests of this moment may have something in it.
    await rmdir(baseDirectory).catch(() => undefined)
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
