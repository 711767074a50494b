import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { ToolboxError } from '../../http/toolbox-error.js'
import type { ToolboxState } from '../../toolbox-state.js'
import { endTree, killTree } from '../system/end-tree.js'
import { CommandFolder } from './command-folder.js'
import type { CommandRequest, CommandView } from './session-command.js'
import { SessionCommand } from './session-command.js'
import { SessionShell } from './session-shell.js'

/** A session as clients see it. */
export interface SessionView {
  readonly sessionId: string
  readonly commands: readonly CommandView[]
}

/** One shell that lives on between commands and runs them one after the other. */
export class Session {
  readonly id: string
  readonly #state: ToolboxState
  readonly #directory: string
  readonly #commands = new Map<string, SessionCommand>()
  readonly #shell: Promise<SessionShell>
  #hasShellEnded = false
  #nextFolder: Promise<CommandFolder> | undefined
  /** The end of the last command that was accepted. */
  #queue: Promise<void> = Promise.resolve()
  #accepting: Promise<unknown> = Promise.resolve()
  #closing: Promise<void> | undefined

  private constructor(state: ToolboxState, id: string, directory: string) {
    this.id = id
    this.#state = state
    this.#directory = directory
    this.#shell = SessionShell.start(state, directory, {
      onStatus: (commandId, exitCode) => this.#commands.get(commandId)?.report(exitCode),
      onExit: () => this.#endShell(),
    })
  }

  static async open(state: ToolboxState, id: string, parent: string): Promise<Session> {
    const directory = path.join(parent, randomUUID())
    mkdirSync(directory, { mode: 0o700 })
    const session = new Session(state, id, directory)
    try {
      await session.#shell
      return session
    } catch (error) {
      await rm(directory, { recursive: true, force: true })
      throw error
    }
  }

  view(): SessionView {
    return { sessionId: this.id, commands: [...this.#commands.values()].map((command) => command.view()) }
  }

  /** Throws where the session never had it. */
  command(id: string): SessionCommand {
    const command = this.#commands.get(id)
    if (command === undefined) throw new ToolboxError(404, 'not found: command not found')
    return command
  }

  /** Takes a command on; it begins when those before it have ended. `id` is one that the client does not choose. */
  execute(request: CommandRequest, id?: string): Promise<SessionCommand> {
    const accepted = this.#accepting.then(() => this.#accept(request, id))
    this.#accepting = accepted.catch(() => undefined)
    return accepted
  }

  async send(commandId: string, data: string): Promise<void> {
    const command = this.command(commandId)
    if (command.isFinished) {
      throw new ToolboxError(410, 'gone: command already completed', { code: 'COMMAND_ALREADY_COMPLETED' })
    }
    if (this.#hasShellEnded) throw new ToolboxError(410, 'gone: session has ended', { code: 'SESSION_ENDED' })
    await command.send(data)
  }

  /** Ends the shell and all that it started, then forgets logs and exit codes. Takes seconds where they resist. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  /** Ends all without asking. */
  async kill(): Promise<void> {
    killTree((await this.#shell).pid)
    await this.close()
  }

  async #close(): Promise<void> {
    const shell = await this.#shell
    await endTree(shell.pid)
    await this.#accepting
    await Promise.all([...this.#commands.values()].map((command) => command.cancel()))
    await this.#nextFolder?.catch(() => undefined)
    shell.close()
    await rm(this.#directory, { recursive: true, force: true })
  }

  async #accept(request: CommandRequest, id: string | undefined): Promise<SessionCommand> {
    const folder = await (id === undefined ? this.#takeFolder() : this.#makeFolder(id))
    if (this.#closing !== undefined) throw new ToolboxError(400, 'bad request: session cancelled')
    const command = new SessionCommand(folder, request)
    this.#commands.set(command.id, command)
    this.#queue = this.#queue.then(() => this.#run(command))
    return command
  }

  /** Settles when the next command may begin, which is never where the shell has ended: the vendor's waits too. */
  async #run(command: SessionCommand): Promise<void> {
    if (this.#closing !== undefined) return
    const shell = await this.#shell
    try {
      if (!shell.hasExited) shell.write(command.begin(shell.statusFile))
    } catch (error) {
      command.fail(error)
    }
    await command.finished.catch(() => undefined)
  }

  #endShell(): void {
    this.#hasShellEnded = true
    for (const command of this.#commands.values()) command.abandon()
  }

  /** The next one is made ahead, so that a command does not wait for it. */
  #takeFolder(): Promise<CommandFolder> {
    const folder = this.#nextFolder ?? this.#makeFolder(randomUUID())
    this.#nextFolder = this.#makeFolder(randomUUID())
    this.#nextFolder.catch(() => undefined)
    return folder
  }

  #makeFolder(id: string): Promise<CommandFolder> {
    return CommandFolder.make(this.#state, this.#directory, id)
  }
}
