import type { ChildProcess } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import path from 'node:path'
import type { ToolboxState } from '../../toolbox-state.js'
import { makeFifos } from '../pipes/make-fifos.js'
import { findShell } from '../system/find-shell.js'
import { startChild } from '../system/start-child.js'

/** What a shell tells. */
export interface ShellListener {
  readonly onStatus: (commandId: string, exitCode: number) => void
  readonly onExit: () => void
}

/** The one shell of a session, which reads its commands from a pipe. */
export class SessionShell {
  readonly pid: number
  /** The named pipe that exit codes are written to. */
  readonly statusFile: string
  readonly #child: ChildProcess
  readonly #status: Socket
  readonly #holder: number
  #hasExited = false

  private constructor(pid: number, child: ChildProcess, statusFile: string, listener: ShellListener) {
    this.pid = pid
    this.#child = child
    this.statusFile = statusFile
    const fd = openSync(statusFile, constants.O_RDONLY | constants.O_NONBLOCK)
    // A writing end of our own, or the first exit code would be the last.
    this.#holder = openSync(statusFile, 'w')
    this.#status = new Socket({ fd, readable: true, writable: false })
    createInterface({ input: this.#status }).on('line', (line) => {
      const [id = '', code] = line.split(' ')
      listener.onStatus(id, Number(code))
    })
    // A shell that has ended does not read; it is told by its exit.
    child.stdin?.on('error', () => undefined)
    child.once('exit', () => {
      this.#hasExited = true
      listener.onExit()
    })
  }

  static async start(state: ToolboxState, directory: string, listener: ShellListener): Promise<SessionShell> {
    const statusFile = path.join(directory, 'status')
    await makeFifos(state, [statusFile])
    const { child, pid } = await startChild(state, {
      file: await findShell(state),
      directory: (await state.resolvePath(state.workDir)).actual,
      environment: state.env.variables(),
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    return new SessionShell(pid, child, statusFile, listener)
  }

  get hasExited(): boolean {
    return this.#hasExited
  }

  write(line: string): void {
    this.#child.stdin?.write(line)
  }

  /** Lets go of the shell's pipes. */
  close(): void {
    this.#child.stdin?.destroy()
    this.#status.destroy()
    closeSync(this.#holder)
  }
}
