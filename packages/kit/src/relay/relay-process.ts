import { startTimer, type OutputSink, type ProcessExit, type RemoteProcess } from '@caisson/core/driver'
import { randomId } from '../util/random-id.js'
import { startFollow, type Follow, type FollowEnd } from './follow.js'
import { linuxSignalName } from './linux-signals.js'
import type { LiveOutput } from './live-output.js'
import type { StreamEnd } from './marked-stream.js'
import { loginShellError, notStartedError, processLostError, type RelayError } from './relay-error.js'
import type { RelayMachine } from './relay-machine.js'
import type { RawProcess } from './relayable-driver.js'
import { killCommandScript } from './scripts/kill-scripts.js'

/** Time for the vendor to tell an end that the supervisor has told already. */
const vendorEndMs = 1000
/** So often in a row a look at the output may be cut without having given anything. */
const mostFruitlessLooks = 3

/** What a process of the relay is made of. */
export interface RelayProcessParts<Handle> {
  readonly machine: RelayMachine<Handle>
  readonly id: string
  readonly pid: string
  readonly command: string
  readonly output: OutputSink
  /** Its streams tell what was delivered so far. */
  readonly live: LiveOutput
  /** The vendor's process, when this host started it; else the look at its files that found it. */
  readonly source: { readonly raw: RawProcess } | { readonly follow: Follow }
}

/**
 * A command under the supervisor: read from the vendor's stream while that gives everything, then from the supervisor's
 * files, from the byte on at which the stream was left.
 */
export class RelayProcess<Handle> implements RemoteProcess {
  readonly pid: string
  readonly command: string
  readonly writeStdin?: (data: Uint8Array) => Promise<void>
  readonly closeStdin?: () => Promise<void>
  readonly #parts: RelayProcessParts<Handle>
  readonly #ended: Promise<ProcessExit>
  #input: Promise<RawProcess | undefined> | undefined
  #isOver = false

  constructor(parts: RelayProcessParts<Handle>) {
    const { supports } = parts.machine.driver
    this.#parts = parts
    this.pid = parts.pid
    this.command = parts.command
    if (supports.stdin) this.writeStdin = async (data) => (await this.#stdin()).writeStdin?.(data)
    if (supports.closeStdin) this.closeStdin = async () => (await this.#stdin()).closeStdin?.()
    const { source } = parts
    this.#ended = 'raw' in source ? this.#live(source.raw) : this.#read(source.follow, undefined)
    const over = (): void => {
      this.#isOver = true
    }
    this.#ended.then(over, over)
  }

  wait(): Promise<ProcessExit> {
    return this.#ended
  }

  async kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<boolean> {
    if (this.#isOver) return false
    const { machine, id } = this.#parts
    const mark = randomId()
    const answer = await machine.ask((forgotten) => killCommandScript(id, { signal, mark, forgotten }), mark)
    if (answer !== undefined) return answer === 'killed'
    throw processLostError(`The script that kills process ${this.pid} gave no answer`, { pid: this.pid })
  }

  async #stdin(): Promise<RawProcess> {
    const { machine, source } = this.#parts
    if ('raw' in source) return source.raw
    this.#input ??= machine.inputOf(this.pid)
    const input = await this.#input
    if (input) return input
    throw processLostError(`Process ${this.pid} takes no input any more`, { pid: this.pid })
  }

  async #live(raw: RawProcess): Promise<ProcessExit> {
    const { live } = this.#parts
    const vendorEnd = raw.wait().then(
      (exit) => ({ exit }),
      (error: unknown) => ({ error }),
    )
    const first = await Promise.race([live.over, vendorEnd])
    if (live.outcome === 'ended') {
      await within(vendorEnd, vendorEndMs)
      return this.#exitOf(live.streams.stdout.end)
    }
    const hasSwitched = live.outcome === 'switch'
    live.leave()
    raw.detach()
    if (hasSwitched || typeof first === 'string') return this.#read(undefined, undefined)
    return this.#read(undefined, 'error' in first ? first.error : this.#cutError(first.exit))
  }

  /** Follows the output in the supervisor's files. `cause` is what cut the vendor's stream: the truth, if this fails too. */
  async #read(found: Follow | undefined, cause: unknown): Promise<ProcessExit> {
    let follow = found
    let fruitless = 0
    for (;;) {
      const before = this.#deliveredBytes()
      follow ??= await this.#look(cause)
      const end: FollowEnd = await follow.end
      if (end.kind === 'exit') return this.#exit(end.status, end.signal)
      if (end.kind === 'gone') throw cause ?? lostError(this.pid)
      fruitless = end.kind === 'more' || this.#deliveredBytes() > before ? 0 : fruitless + 1
      if (end.kind === 'cut' && fruitless >= mostFruitlessLooks) throw cause ?? end.error ?? lostError(this.pid)
      follow = undefined
    }
  }

  async #look(cause: unknown): Promise<Follow> {
    const { machine, id, live, output } = this.#parts
    try {
      const follow = await startFollow(machine, { target: { id }, live, output })
      if (follow) return follow
    } catch (error) {
      throw cause ?? error
    }
    throw cause ?? lostError(this.pid)
  }

  #deliveredBytes(): number {
    const { stdout, stderr } = this.#parts.live.streams
    return stdout.deliveredBytes + stderr.deliveredBytes
  }

  /** The vendor told an end that the supervisor has not told. */
  #cutError(exit: ProcessExit): Error {
    return this.#parts.live.streams.stdout.hasBegun ? lostError(this.pid, exit) : loginShellError(exit.exitCode)
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

/** `exit` is how the supervisor ended, where the vendor told it. */
function lostError(pid: string, exit: ProcessExit = {}): RelayError {
  const message = `How process ${pid} ended is not known: the stream of its output was cut and its supervisor is gone`
  return processLostError(message, {
    pid,
    ...(exit.exitCode === undefined && exit.signal === undefined ? {} : { supervisor: exit }),
  })
}

async function within(promise: Promise<unknown>, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = startTimer(limitMs, resolve)
    void promise.then(() => {
      timer.cancel()
      resolve()
    })
  })
}
