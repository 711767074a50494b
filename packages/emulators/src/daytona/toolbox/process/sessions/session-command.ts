import { ToolboxError } from '../../http/toolbox-error.js'
import { createDeferred } from '../deferred.js'
import { LineLabeler } from '../output/line-labeler.js'
import type { LogFile } from '../output/log-file.js'
import type { CommandFolder } from './command-folder.js'
import { CommandStreams, logStream } from './command-streams.js'

/** What a client asks a session to run. */
export interface CommandRequest {
  readonly text: string
  /** The answer does not wait for its end, and it can be sent input. */
  readonly isAsync: boolean
  /** Input is not shown in the log. */
  readonly suppressesEcho: boolean
}

/** A command as clients see it. */
export interface CommandView {
  readonly id: string
  readonly command: string
  /** Missing while it runs, and for ever where its shell has ended. */
  readonly exitCode?: number
}

const lineEnd = '\n'

/** One command of a session. */
export class SessionCommand {
  readonly id: string
  readonly log: LogFile
  readonly #folder: CommandFolder
  readonly #request: CommandRequest
  readonly #begun = createDeferred<void>()
  readonly #status = createDeferred<number>()
  readonly #finished = createDeferred<number>()
  #streams: CommandStreams | undefined
  #exitCode: number | undefined

  constructor(folder: CommandFolder, request: CommandRequest) {
    this.id = folder.id
    this.#folder = folder
    this.#request = request
    this.log = folder.openLog()
  }

  /** Its exit code, when it has ended and all who hold its output have closed it. Rejects when the session is deleted. */
  get finished(): Promise<number> {
    return this.#finished.promise
  }

  get isFinished(): boolean {
    return this.#exitCode !== undefined
  }

  view(): CommandView {
    const base = { id: this.id, command: this.#request.text }
    return this.#exitCode === undefined ? base : { ...base, exitCode: this.#exitCode }
  }

  /** Makes all ready; gives the line for the shell. */
  begin(status: string): string {
    const hasInput = this.#request.isAsync
    this.#folder.writeScript(this.#request.text)
    const streams = new CommandStreams(this.#folder, hasInput)
    this.#streams = streams
    void this.#follow(streams)
    this.#begun.resolve()
    return this.#folder.line(hasInput, status)
  }

  /** The shell has told its exit code. */
  report(exitCode: number): void {
    this.#streams?.release()
    this.#status.resolve(exitCode)
  }

  /** The shell has ended: there will be no exit code, though what is left behind may still print. */
  abandon(): void {
    this.#streams?.release()
  }

  /** It could not be begun. */
  fail(cause: unknown): void {
    const reason = new ToolboxError(500, 'the command cannot be started', { cause })
    this.#finished.reject(reason)
    this.#begun.reject(reason)
    this.#streams?.destroy()
  }

  /** The session is deleted. */
  async cancel(): Promise<void> {
    const reason = new ToolboxError(400, 'bad request: session cancelled')
    this.#finished.reject(reason)
    this.#begun.reject(reason)
    this.#streams?.destroy()
    await this.log.end()
  }

  /** Sends a line of input; settles when the pipe has it. */
  async send(data: string): Promise<void> {
    if (!this.#request.isAsync) throw new ToolboxError(500, 'the command has no pipe for input')
    await this.#begun.promise
    const line = data.endsWith(lineEnd) ? data : `${data}${lineEnd}`
    await this.#write(line)
    if (!this.#request.suppressesEcho) await this.log.append(new LineLabeler('stdout').label(Buffer.from(line)))
  }

  #write(line: string): Promise<void> {
    const { input } = this.#streams ?? {}
    const gone = (cause?: Error): ToolboxError =>
      new ToolboxError(410, 'gone: command already completed', { code: 'COMMAND_ALREADY_COMPLETED', cause })
    if (input === undefined || input.destroyed) throw gone()
    return new Promise((resolve, reject) => {
      input.write(line, (cause) => {
        if (cause === undefined || cause === null) resolve()
        else reject(gone(cause))
      })
    })
  }

  async #follow({ output, errors }: CommandStreams): Promise<void> {
    try {
      const [exitCode] = await Promise.all([
        this.#status.promise,
        logStream(output, new LineLabeler('stdout'), this.log),
        logStream(errors, new LineLabeler('stderr'), this.log),
      ])
      this.#exitCode = exitCode
      this.#streams?.destroy()
      await this.log.end()
      this.#finished.resolve(exitCode)
      await this.#folder.tidy()
    } catch (cause) {
      this.#streams?.destroy()
      this.#finished.reject(new ToolboxError(500, 'the output of the command cannot be kept', { cause }))
    }
  }
}
