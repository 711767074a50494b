import type { DriverRunOptions, DriverRunResult, ErrorFacts, SandboxSupports, ShellCommand } from '@caisson/core/driver'
import { ForgottenCommands } from './forgotten-commands.js'
import type { FollowEnd } from './follow-reader.js'
import type { LineReader } from './line-reader.js'
import type { LookRequest } from './scripts/follow-script.js'
import type { LookWay } from './scripts/look-parts.js'

/** What a look may cost and bring, by what carries it. */
export type LookLimits = Pick<LookRequest, 'budgetBytes' | 'farBytes' | 'longestMs' | 'windowBytes'>

/** A machine as the relay sees it, whatever the vendor's processes are like, and what is to be tidied up there. */
export abstract class RelayMachine {
  readonly forgotten: ForgottenCommands = new ForgottenCommands()
  /** It is being removed: streams that are cut now are no reason to look into it again. */
  isEnding = false
  /** Waits before a look that could not be begun is tried again. */
  readonly lookAgainAfterMs: readonly number[] = [200, 1000]
  abstract readonly supports: SandboxSupports

  abstract limits(way: LookWay): LookLimits
  /** Starts a script of ours and gives the reader its lines. Resolves when the vendor has taken the script over. */
  abstract open(way: LookWay, script: ShellCommand, reader: LineReader): Promise<{ readonly ended: Promise<unknown> }>
  /** Which way the next look goes. */
  abstract nextWay(end: FollowEnd['kind'] | 'attach', isQuiet: boolean): LookWay
  abstract run(script: ShellCommand, options?: DriverRunOptions): Promise<DriverRunResult>
  abstract classifyError(error: unknown): ErrorFacts

  /** Keeps a command held back while its output is being taken slowly. */
  async untilTaken(_id: string, taken: Promise<void>): Promise<void> {
    await taken
  }

  /** Runs a script of ours that answers in a line with a mark: the rest of that line, or `undefined` when there is none. */
  async ask(
    script: (forgotten: readonly string[]) => ShellCommand,
    mark: string,
    options: DriverRunOptions = {},
  ): Promise<string | undefined> {
    const { stdout } = await this.forgotten.with((ids) => this.run(script(ids), options))
    const text = Buffer.from(stdout).toString()
    const at = text.indexOf(`\u001F${mark} `)
    return at < 0 ? undefined : text.slice(at + mark.length + 2).split('\n', 1)[0]
  }
}

/** The machines of a driver, as long as their handles are in use. */
export class RelayMachines<Handle, Machine extends RelayMachine> {
  readonly #byHandle = new WeakMap<object, Machine>()
  readonly #make: (handle: Handle) => Machine

  constructor(make: (handle: Handle) => Machine) {
    this.#make = make
  }

  of(handle: Handle): Machine {
    if (typeof handle !== 'object' || handle === null) return this.#make(handle)
    const known = this.#byHandle.get(handle)
    if (known) return known
    const machine = this.#make(handle)
    this.#byHandle.set(handle, machine)
    return machine
  }
}
