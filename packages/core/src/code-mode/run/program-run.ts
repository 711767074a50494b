import type { CodeModeRunOptions, CodeModeToolResult } from '../../contract/code-mode.js'
import { startTimer, settlesWithin } from '../../util/timer.js'
import type { ResolvedCodeModeLimits } from '../config/code-mode-limits.js'
import { FrameDecoder } from '../frames/frame-decoder.js'
import { parseRunnerFrame } from '../frames/parse-runner-frame.js'
import { createBoot, frameStreams } from './create-boot.js'
import { ProgramCalls } from './program-calls.js'
import { resultOfEnding, type ProgramEnding } from './program-ending.js'
import type { ProgramLauncher, ProgramOutput, ProgramProcess } from './program-launcher.js'
import { ProgramLog } from './program-log.js'
import { TextTail } from './text-tail.js'

/** How long a process may take to go after it has sent its result, before it is killed. */
const exitGraceMs = 500
/** How long the run waits for a kill. */
const killLimitMs = 10_000
/** How long frames may lag behind the end of the process. */
const lateFrameMs = 100
/** Room for what surrounds a value in a frame. */
const frameOverheadBytes = 64 * 1024

/** One run, from launch to result. */
export class ProgramRun {
  readonly #options: CodeModeRunOptions
  readonly #limits: ResolvedCodeModeLimits
  readonly #launcher: ProgramLauncher
  readonly #log: ProgramLog
  readonly #stderr = new TextTail(4096)
  readonly #calls: ProgramCalls
  readonly #stop = new AbortController()
  readonly #ended: Promise<ProgramEnding>
  #end: (ending: ProgramEnding) => void = () => undefined
  #decoder: FrameDecoder | undefined
  #process: ProgramProcess | undefined
  #isOver = false
  #hadStarted = false

  constructor(options: CodeModeRunOptions, limits: ResolvedCodeModeLimits, launcher: ProgramLauncher) {
    this.#options = options
    this.#limits = limits
    this.#launcher = launcher
    this.#log = new ProgramLog(limits)
    this.#calls = new ProgramCalls(options, limits, (line) => this.#answer(line))
    this.#ended = new Promise((resolve) => (this.#end = resolve))
  }

  async run(script: string): Promise<CodeModeToolResult> {
    const { timeout, abortSignal } = this.#options
    const abort = (): void => this.#end({ kind: 'abort' })
    const timer = startTimer(timeout === 0 ? Infinity : timeout, () =>
      this.#end({ kind: 'timeout', timeoutMs: timeout }),
    )
    abortSignal?.addEventListener('abort', abort, { once: true })
    try {
      const ending = await Promise.race([this.#ended, this.#launch(script)])
      return await this.#finish(ending)
    } finally {
      this.#isOver = true
      timer.cancel()
      abortSignal?.removeEventListener('abort', abort)
      this.#process?.release()
    }
  }

  /** Starts the runner and follows it. Rejects only when it could not be started. */
  async #launch(script: string): Promise<ProgramEnding> {
    const boot = createBoot(script, this.#options, this.#limits, this.#launcher)
    const maxFrameBytes = Math.max(this.#limits.maxResultBytes, this.#limits.maxLogBytes * 6) + frameOverheadBytes
    this.#decoder = new FrameDecoder(
      { nonce: boot.nonce, maxFrameBytes },
      {
        frame: (json) => this.#receive(json),
        text: (bytes) => this.#print(bytes),
        overflow: () => this.#end({ kind: 'overflow', limitBytes: this.#limits.maxResultBytes }),
      },
    )
    const process = await this.#launcher.start({ ...boot, output: this.#output(), signal: this.#stop.signal })
    if (this.#isOver) return this.#discard(process)
    this.#process = process
    void process.exited.then(async (exit) => {
      if (this.#launcher.frames === 'channel') await settlesWithin(this.#ended, lateFrameMs)
      this.#end({ kind: 'exit', exit, hadStarted: this.#hadStarted })
    })
    return this.#ended
  }

  /** A process that appears after the run is over belongs to nobody. */
  async #discard(process: ProgramProcess): Promise<ProgramEnding> {
    await settlesWithin(process.kill(), killLimitMs)
    process.release()
    return this.#ended
  }

  async #finish(ending: ProgramEnding): Promise<CodeModeToolResult> {
    const unanswered = this.#calls.close()
    const process = this.#process
    // A connection that was lost says nothing about the process, which may go on running.
    const isGone =
      (ending.kind === 'exit' && ending.exit.error === undefined) ||
      (ending.kind === 'done' && process && (await settlesWithin(process.exited, exitGraceMs)))
    if (!isGone) {
      this.#stop.abort()
      if (process) await settlesWithin(process.kill(), killLimitMs)
    }
    this.#decoder?.end()
    const result = resultOfEnding(ending, this.#stderr.toString())
    const logs = this.#log.finish()
    if (unanswered.length > 0) logs.push(describeUnanswered(unanswered))
    return logs.length > 0 ? { ...result, logs } : result
  }

  #output(): ProgramOutput {
    const onStdout = frameStreams[this.#launcher.frames].isStdout
    return {
      channel: (data) => this.#decoder?.push(data),
      stdout: (text) => (onStdout ? this.#decoder?.push(Buffer.from(text)) : this.#log.addText('stdout', text)),
      stderr: (text) => {
        this.#stderr.add(text)
        this.#log.addText('stderr', text)
      },
    }
  }

  /** Text between frames: printed, where frames share stdout; noise, where they have a stream of their own. */
  #print(bytes: Buffer): void {
    if (frameStreams[this.#launcher.frames].isStdout) this.#log.addText('stdout', bytes.toString())
  }

  #receive(json: Buffer): void {
    this.#hadStarted = true
    const frame = parseRunnerFrame(json)
    if (frame === undefined) this.#end({ kind: 'damaged' })
    else if (frame.type === 'log') this.#log.add(frame.message)
    else if (frame.type === 'rpc') void this.#calls.receive(frame, json.length)
    else this.#end({ kind: 'done', frame })
  }

  #answer(line: string): void {
    // A process that is gone takes no answer; its end is noticed elsewhere.
    this.#process?.send(line).catch(() => undefined)
  }
}

function describeUnanswered(tools: readonly string[]): string {
  const names = [...new Set(tools)].slice(0, 10).join(', ')
  return `[${tools.length} tool calls had no answer yet when the program ended, and were cancelled: ${names}]`
}
