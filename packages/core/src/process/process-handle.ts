import type { Readable, Writable } from 'node:stream'
import type { CommandResult, OutputChunk, ProcessChannel, ProcessHandle, WaitOptions } from '../contract/process.js'
import { SandboxError } from '../errors/base-error.js'
import { settlesWithin } from '../util/timer.js'
import { checkCommandOptions } from './command-options.js'
import { commandResult, type EndCause } from './command-result.js'
import { unreportedEnd } from './unreported-end.js'
import type { ProcessParts } from './process-parts.js'
import { ProcessStdin } from './process-stdin.js'
import { outputReader, stdinWriter } from './process-streams.js'

/** How long a process that ignores KILL may take before it is reported as lost. */
const killSettleMs = 10_000
/** The same for one that neither signal has found and that the provider has not spoken of. */
const missingSettleMs = 1000
/** How far behind a reader may be while its process is being ended: what still comes then is not much, unless TERM is ignored. */
const endingLimitBytes = 16 * 1024 * 1024

/** The portable process handle: what users hold, over whatever the driver gave. */
export class TrackedProcess implements ProcessHandle {
  readonly pid: string
  readonly command: string | undefined
  readonly channel: ProcessChannel | undefined
  readonly #parts: ProcessParts
  readonly #ended: Promise<CommandResult>
  #settle: { resolve(result: CommandResult): void; reject(error: Error): void } = {
    resolve: () => undefined,
    reject: () => undefined,
  }
  #result: CommandResult | undefined
  #isOver = false
  #cause: EndCause | undefined
  #isEndExpected = false
  /** Whether the provider has said that the process runs or ran. */
  #isConfirmed: boolean
  #killAnswer: Promise<boolean> | undefined
  #terminating: Promise<boolean> | undefined
  readonly #stdin: ProcessStdin
  #reader: Readable | undefined
  #writer: Writable | undefined

  constructor(parts: ProcessParts) {
    this.#parts = parts
    this.pid = parts.remote.pid
    this.command = parts.command
    this.channel = parts.remote.channel
    this.#ended = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
    // Nobody has to wait for a process; its failure is still told to everyone who does.
    this.#ended.catch(() => undefined)
    const { remote, options, translate } = parts
    const hasStdin = options.stdinMode !== 'ignore'
    this.#isConfirmed = remote.started === undefined
    remote.started?.then(() => (this.#isConfirmed = true)).catch(() => undefined)
    this.#stdin = new ProcessStdin({ remote, hasStdin, translate, ending: () => this.#ending() })
    void this.#follow()
  }

  get exitCode(): number | undefined {
    return this.#result?.exitCode
  }

  get signal(): string | undefined {
    return this.#result?.signal
  }

  get stdout(): string {
    return this.#parts.hub.retained('stdout').text()
  }

  get stderr(): string {
    return this.#parts.hub.retained('stderr').text()
  }

  get stdoutBytes(): Uint8Array {
    return this.#parts.hub.retained('stdout').bytes()
  }

  get stderrBytes(): Uint8Array {
    return this.#parts.hub.retained('stderr').bytes()
  }

  get stdoutDroppedBytes(): number {
    return this.#parts.hub.retained('stdout').droppedBytes
  }

  get stderrDroppedBytes(): number {
    return this.#parts.hub.retained('stderr').droppedBytes
  }

  get stdoutTruncated(): boolean {
    return this.stdoutDroppedBytes > 0
  }

  get stderrTruncated(): boolean {
    return this.stderrDroppedBytes > 0
  }

  get reader(): Readable {
    this.#reader ??= outputReader(this.#parts.hub)
    return this.#reader
  }

  get writer(): Writable {
    this.#writer ??= stdinWriter(this)
    return this.#writer
  }

  /** Whether the process has ended, or was lost. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Whether how the process ended, if it has, is not known. */
  get isLost(): boolean {
    return this.#isOver && this.#result === undefined
  }

  get cwd(): string | undefined {
    return this.#parts.cwd
  }

  get startedAt(): Date {
    return new Date(performance.timeOrigin + this.#parts.startedAtMs)
  }

  async wait(options: WaitOptions = {}): Promise<CommandResult> {
    checkCommandOptions(options)
    const { onStdout, onStderr, abortSignal } = options
    const abort = (): void => void this.terminate('abort').catch(() => undefined)
    const removals = [
      onStdout ? this.#parts.hub.listen('stdout', onStdout) : undefined,
      onStderr ? this.#parts.hub.listen('stderr', onStderr) : undefined,
    ]
    if (abortSignal?.aborted) abort()
    else abortSignal?.addEventListener('abort', abort, { once: true })
    try {
      return await this.#ended
    } finally {
      for (const remove of removals) remove?.()
      abortSignal?.removeEventListener('abort', abort)
    }
  }

  async kill(): Promise<boolean> {
    return this.terminate('kill')
  }

  /** Ends the process tree for a reason, which the result will tell. */
  async terminate(cause: EndCause): Promise<boolean> {
    if (this.#isOver) return false
    if (this.#terminating) return this.#terminating
    this.#cause = cause
    this.#terminating = this.#escalate()
    return this.#terminating
  }

  /** Whatever the driver says of the end of this process from now on, it is our doing: its machine is being ended. */
  expectEnd(isExpected: boolean): void {
    this.#isEndExpected = isExpected
    if (isExpected) this.#parts.hub.relax(endingLimitBytes)
  }

  /** Settles the process because its machine was ended on purpose; what the driver still says is ignored. */
  abandon(): void {
    this.#cause ??= 'kill'
    this.#finish(() => commandResult({ signal: 'SIGKILL' }, this.#cause, this.#parts))
  }

  async sendStdin(data: string | Uint8Array): Promise<void> {
    return this.#stdin.send(data)
  }

  async closeStdin(): Promise<void> {
    return this.#stdin.close()
  }

  output(): AsyncIterableIterator<OutputChunk> {
    return this.#parts.hub.subscribe(['stdout', 'stderr'])
  }

  async #follow(): Promise<void> {
    const { remote } = this.#parts
    try {
      const exit = await remote.wait()
      // An exit that was there before our signal arrived is the program's own.
      if (this.#killAnswer && !(await this.#killAnswer.catch(() => true))) this.#cause = undefined
      await this.#parts.hub.opened
      if (this.#isEndExpected) this.#cause ??= 'kill'
      this.#finish(() => commandResult(exit, this.#cause, this.#parts))
    } catch (error) {
      if (this.#isEndExpected) this.abandon()
      else this.#fail(await this.#parts.translate(error))
    }
  }

  #finish(makeResult: () => CommandResult): void {
    if (this.#isOver) return
    this.#parts.hub.end()
    this.#result = makeResult()
    this.#isOver = true
    this.#settle.resolve(this.#result)
  }

  #fail(error: Error): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#parts.hub.end()
    if (SandboxError.isInstance(error)) error.partialOutput = { stdout: this.stdout, stderr: this.stderr }
    this.#settle.reject(error)
  }

  async #escalate(): Promise<boolean> {
    const { remote, killGraceMs } = this.#parts
    try {
      this.#parts.hub.relax(endingLimitBytes)
      this.#killAnswer = remote.kill('SIGTERM')
      const wasThere = await this.#killAnswer
      if (await settlesWithin(this.#ended, killGraceMs)) return wasThere
      // What was not found by the first signal, because it was only about to appear, may be by the second.
      this.#killAnswer = remote.kill('SIGKILL').then((isThere) => isThere || wasThere)
      const wasKilled = await this.#killAnswer
      this.#parts.hub.relax(Infinity)
      const mayExist = wasKilled || this.#isConfirmed
      if (await settlesWithin(this.#ended, mayExist ? killSettleMs : missingSettleMs)) return wasKilled
      const lost = unreportedEnd({ cause: this.#cause, pid: this.pid, options: this.#parts.options, mayExist })
      this.#fail(lost)
      throw lost
    } catch (error) {
      if (this.#isOver) throw error
      const wrapped = await this.#parts.translate(error)
      this.#fail(wrapped)
      throw wrapped
    }
  }

  /** How the process ended, for messages; `undefined` while it runs. */
  #ending(): string | undefined {
    if (!this.#isOver) return undefined
    return this.#result ? `has already exited with code ${this.#result.exitCode}` : 'was lost'
  }
}
