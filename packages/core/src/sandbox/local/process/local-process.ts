import type { ChildProcess } from 'node:child_process'
import type { Duplex, Readable, Writable } from 'node:stream'
import type { ProcessChannel } from '../../../contract/process.js'
import type { OutputSink, ProcessExit, RemoteProcess } from '../../../driver/sandbox-driver.js'
import { SandboxStateError } from '../../../errors/sandbox-errors.js'
import { delay } from '../../../util/timer.js'
import { signalTree, untilGone, type KillQuery } from './kill-tree.js'
import { findTree, isAnyAlive, signalProcess } from './process-tree.js'
import { whenQuiet } from './linger.js'
import { OutputPump } from './output-pump.js'
import { SocketChannel } from './socket-channel.js'
import { writeToStream } from './write-to-stream.js'

/** Wait between two looks for processes that are being started while they are being ended, in milliseconds. */
const chaseMs = 20

/** A started child and what belongs to it. */
export interface LocalProcessParts {
  readonly child: ChildProcess
  readonly pid: number
  readonly command: string
  readonly tag: string
  readonly stdin: Writable | undefined
  readonly stdout: Readable
  readonly stderr: Readable
  readonly channel: Duplex | undefined
  /** The child only waits for the command in a process namespace: it must outlive a SIGTERM to report how that ended. */
  readonly isMonitor: boolean
  /** Replaces the exit of the child where that is not the exit of the command. */
  readonly readExit: ((exit: ProcessExit) => Promise<ProcessExit>) | undefined
  readonly onEnd: () => void
}

/** A command of a local sandbox: `/bin/sh` with everything it started. */
export class LocalProcess implements RemoteProcess {
  readonly pid: string
  readonly command: string
  readonly channel: ProcessChannel | undefined
  readonly #parts: LocalProcessParts
  readonly #sources: (OutputPump | SocketChannel)[]
  readonly #known = new Map<number, string>()
  readonly #ended: Promise<ProcessExit>
  #resolve: (exit: ProcessExit | Promise<ProcessExit>) => void = () => undefined
  #exit: ProcessExit | undefined
  #isKilled = false
  #isKilledForSure = false
  #isOver = false

  constructor(parts: LocalProcessParts, output: OutputSink) {
    this.#parts = parts
    this.pid = String(parts.pid)
    this.command = parts.command
    const onEnd = (): void => this.#finishWhenComplete()
    const channel = parts.channel && new SocketChannel(parts.channel, onEnd)
    this.channel = channel
    this.#sources = [
      new OutputPump(parts.stdout, (chunk) => output.stdout(chunk), onEnd),
      new OutputPump(parts.stderr, (chunk) => output.stderr(chunk), onEnd),
    ]
    if (channel) this.#sources.push(channel)
    this.#ended = new Promise((resolve) => {
      this.#resolve = resolve
    })
    // Whoever waits is told; a failure that nobody waits for must not end the host.
    this.#ended.catch(() => undefined)
    // Every write reports its own failure; the event would only end the host.
    parts.stdin?.on('error', () => undefined)
    parts.child.once('exit', (code, signal) => this.#takeExit(code, signal))
  }

  async wait(): Promise<ProcessExit> {
    return this.#ended
  }

  /** Number of the process as long as it was not reaped, and so cannot mean another one. */
  get livePid(): number | undefined {
    return this.#exit ? undefined : this.#parts.pid
  }

  /** The process only waits for the command, in a namespace. */
  get isMonitor(): boolean {
    return this.#parts.isMonitor
  }

  async kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<boolean> {
    this.#isKilled = true
    this.#isKilledForSure ||= signal === 'SIGKILL'
    const roots = this.livePid === undefined ? [] : [this.livePid]
    const monitors = this.isMonitor ? roots : []
    const query = { roots, monitors, tag: this.#parts.tag, known: this.#known }
    const wasThere = signalTree(query, signal)
    if (signal === 'SIGKILL') await untilGone(this.#known)
    else void this.#chase(query)
    return wasThere
  }

  /** What is still being started while the tree is signalled gets its SIGTERM as soon as it appears. */
  async #chase(query: KillQuery): Promise<void> {
    while (!this.#isKilledForSure) {
      await delay(chaseMs)
      if (this.#exit) return
      signalTree({ ...query, onlyNew: true }, 'SIGTERM')
    }
  }

  async writeStdin(data: Uint8Array): Promise<void> {
    const { stdin } = this.#parts
    if (!stdin) throw this.#stdinError('was started without stdin', undefined)
    return writeToStream(stdin, data, (cause) => {
      return this.#stdinError(this.#exit ? 'has already exited' : 'has closed its stdin', cause)
    })
  }

  async closeStdin(): Promise<void> {
    this.#parts.stdin?.end()
  }

  #stdinError(why: string, cause: unknown): SandboxStateError {
    return new SandboxStateError(
      `Process ${this.pid} ${why}`,
      { pid: this.pid, ...this.#exit },
      { operation: 'sendStdin', cause },
    )
  }

  #takeExit(code: number | null, signal: NodeJS.Signals | null): void {
    this.#exit = signal === null ? { exitCode: code ?? undefined } : { signal }
    this.#finishWhenComplete()
    if (!this.#isOver) whenQuiet(this.#sources, () => this.#finish(this.#exit))
  }

  #finishWhenComplete(): void {
    if (this.#exit && this.#sources.every((source) => source.isEnded)) this.#finish(this.#exit)
  }

  #finish(exit: ProcessExit | undefined): void {
    if (this.#isOver || !exit) return
    this.#isOver = true
    for (const source of this.#sources) if (!source.isEnded) source.discard()
    this.#parts.stdin?.destroy()
    this.#parts.onEnd()
    if (this.#parts.readExit || this.#isKilled) this.#resolve(this.#complete(exit))
    else this.#resolve(exit)
  }

  async #complete(exit: ProcessExit): Promise<ProcessExit> {
    if (this.#isKilled) await this.#untilTreeIsGone()
    return this.#parts.readExit ? this.#parts.readExit(exit) : exit
  }

  /**
   * A tree that was asked to end has ended when its last process is gone, and its ports and files are free. What does not
   * obey SIGTERM is sent SIGKILL by core, and what survives even that is given up.
   */
  async #untilTreeIsGone(): Promise<void> {
    const { tag } = this.#parts
    for (;;) {
      const isGone = await untilGone(this.#known)
      for (const { pid, startTime } of isGone ? findTree({ tag }) : []) {
        this.#known.set(pid, startTime)
        // It was being started while the others were signalled, and has heard of nothing yet.
        signalProcess(pid, this.#isKilledForSure ? 'SIGKILL' : 'SIGTERM')
      }
      if (isGone ? !isAnyAlive(this.#known) : this.#isKilledForSure) return
    }
  }
}
