import { delay, type OutputSink, type ProcessExit, type RemoteProcess } from '@caisson/core/driver'
import { randomId } from '../util/random-id.js'
import type { Follow } from './follow-reader.js'
import { linuxSignalName } from './linux-signals.js'
import type { LiveOutput } from './live-output.js'
import type { StreamEnd } from './marked-stream.js'
import { lostMessage, readToEnd, type ReadFrom } from './read-to-end.js'
import { loginShellError, notStartedError, processLostError } from './relay-error.js'
import type { RelayMachine } from './relay-machine.js'
import type { RawProcess } from './relayable-driver.js'
import { killCommandScript } from './scripts/kill-scripts.js'
import { settlesWithin } from './settles-within.js'

/** Time for the vendor to tell an end that the supervisor has told already. */
const vendorEndMs = 1000
/** The request that starts a command which nothing was heard of may still be on its way when it is to be killed. */
const unseenWaitsMs = [500, 2500]

/** Input of a command. */
export interface RelayInput {
  write(data: Uint8Array): Promise<void>
  close(): Promise<void>
  /** Lets go of what is kept open for more input: the command has ended. */
  release?(): void
}

/** What a process of the relay is made of. */
export interface RelayProcessParts {
  readonly machine: RelayMachine
  readonly id: string
  readonly pid: string
  readonly command: string
  readonly output: OutputSink
  /** Its streams tell what was delivered so far. */
  readonly live: LiveOutput
  readonly input: RelayInput
  /** The vendor's process, when this host started it; else the look at its files that found it, or is about to. */
  readonly source: { readonly raw: RawProcess } | { readonly follow: Follow | Promise<Follow> }
  /** Nobody looks at the output before the end. */
  readonly isQuiet?: boolean
  readonly started?: Promise<void>
}

/**
 * A command under the supervisor: read from the vendor's stream while that gives everything, then from the supervisor's
 * files, from the byte on at which the stream was left.
 */
export class RelayProcess implements RemoteProcess {
  readonly pid: string
  readonly command: string
  readonly started?: Promise<void>
  readonly writeStdin?: (data: Uint8Array) => Promise<void>
  readonly closeStdin?: () => Promise<void>
  readonly #parts: RelayProcessParts
  readonly #ended: Promise<ProcessExit>
  #isOver = false
  #isSeen = true

  constructor(parts: RelayProcessParts) {
    const { source, input, machine, started } = parts
    this.#parts = parts
    this.pid = parts.pid
    this.command = parts.command
    if (started) this.started = started
    if (machine.supports.stdin) this.writeStdin = (data) => input.write(data)
    if (machine.supports.closeStdin) this.closeStdin = () => input.close()
    if ('follow' in source && source.follow instanceof Promise) this.#watch(source.follow)
    this.#ended = 'raw' in source ? this.#live(source.raw) : this.#read({ follow: source.follow })
    const over = (): void => {
      this.#isOver = true
      input.release?.()
    }
    this.#ended.then(over, over)
  }

  wait(): Promise<ProcessExit> {
    return this.#ended
  }

  async kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<boolean> {
    if (this.#isOver) return false
    if (await this.#signal(signal)) return true
    if (signal === 'SIGTERM') return false
    for (const waitMs of unseenWaitsMs) {
      if (this.#isSeen) return false
      await delay(waitMs)
      if (this.#isOver) return false
      if (await this.#signal(signal)) return true
    }
    return false
  }

  async #signal(signal: 'SIGTERM' | 'SIGKILL'): Promise<boolean> {
    const { machine, id } = this.#parts
    const mark = randomId()
    const answer = await machine.ask((forgotten) => killCommandScript(id, { signal, mark, forgotten }), mark)
    if (answer !== undefined) return answer === 'killed'
    throw processLostError(`The script that kills process ${this.pid} gave no answer`, { pid: this.pid })
  }

  #watch(follow: Promise<Follow>): void {
    this.#isSeen = false
    const seen = (): void => {
      this.#isSeen = true
    }
    follow.then(seen, seen)
  }

  async #live(raw: RawProcess): Promise<ProcessExit> {
    const { live } = this.#parts
    const vendorEnd = raw.wait().then(
      (exit) => ({ exit }),
      (error: unknown) => ({ error }),
    )
    const first = await Promise.race([live.over, vendorEnd])
    if (live.outcome === 'ended') {
      await settlesWithin(vendorEnd, vendorEndMs)
      return this.#exitOf(live.streams.stdout.end)
    }
    const hasSwitched = live.outcome === 'switch'
    live.leave()
    raw.detach()
    if (hasSwitched || typeof first === 'string') return this.#read({})
    return this.#read({ cause: 'error' in first ? first.error : this.#cutError(first.exit) })
  }

  async #read(from: ReadFrom): Promise<ProcessExit> {
    const { status, signal } = await readToEnd({ ...this.#parts, isQuiet: this.#parts.isQuiet === true }, from)
    return this.#exit(status, signal)
  }

  /** The vendor told an end that the supervisor has not told: `exit` is how the supervisor ended, where that is known. */
  #cutError(exit: ProcessExit): Error {
    if (!this.#parts.live.streams.stdout.hasBegun) return loginShellError(exit.exitCode)
    const isKnown = exit.exitCode !== undefined || exit.signal !== undefined
    return processLostError(lostMessage(this.pid), { pid: this.pid, ...(isKnown ? { supervisor: exit } : {}) })
  }

  #exitOf(end: StreamEnd | undefined): ProcessExit {
    if (end?.kind === 'end') return this.#exit(end.status, end.signal)
    throw notStartedError(end?.reason ?? 'unknown')
  }

  #exit(status: number, signal: number): ProcessExit {
    const { machine, id } = this.#parts
    machine.forgotten.add(id)
    return signal > 0 ? { signal: linuxSignalName(signal) } : { exitCode: status }
  }
}
