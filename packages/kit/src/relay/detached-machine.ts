import {
  sh,
  startTimer,
  type DriverRunOptions,
  type DriverRunResult,
  type ErrorFacts,
  type SandboxSupports,
  type ShellCommand,
} from '@caisson/core/driver'
import { randomId } from '../util/random-id.js'
import type { DetachableDriver, DetachedRelayNeeds, LineAbilities, LineStream } from './detachable-driver.js'
import type { FollowEnd } from './follow-reader.js'
import { LineSplitter, type LineReader } from './line-reader.js'
import { classifyRelayError, processLostError } from './relay-error.js'
import { RelayMachine, type LookLimits } from './relay-machine.js'
import { holdScript } from './scripts/list-script.js'
import { heartbeatSeconds, type LookWay } from './scripts/look-parts.js'
import { settlesWithin } from './settles-within.js'

/** So far ahead of what was taken a command may get. */
const windowBytes = 4 * 1024 * 1024
/** More than this at once comes faster by an answer than by lines. */
const farBytes = 256 * 1024
/** In base64 it is a third longer, and the last piece may go over. */
const shareOfLimit = 0.7
const leastBudgetBytes = 65_536
/** A stream on which nothing happens ends after so long, so that it does not outlive a host that is gone. */
const longestIdleMs = 600_000
/** The script of an answer needs time of its own. */
const shareOfTime = 0.8
/** A stream that gave not even a sign of life for so long is dead. */
const longestSilenceMs = heartbeatSeconds * 1000 * 5
/** A command stays held back for some minutes after the last sign of who takes its output. */
const signEveryMs = 120_000

/** How a script is started that starts a command. */
export interface ScriptOptions extends Pick<DriverRunOptions, 'env' | 'stdin' | 'signal'> {}

/** A machine whose vendor runs scripts and brings lines of text, and has nothing else for processes. */
export class DetachedMachine<Handle> extends RelayMachine {
  constructor(
    readonly driver: DetachableDriver<Handle>,
    readonly handle: Handle,
    readonly needs: DetachedRelayNeeds,
  ) {
    super()
  }

  get supports(): SandboxSupports {
    return this.driver.supports
  }

  /** What every process of the machine has in its environment. */
  get environment(): Readonly<Record<string, string>> {
    return this.driver.environmentOf(this.handle)
  }

  /** Names that a command does not have unless its own environment says so. */
  get ownNames(): readonly string[] {
    return this.driver.ownNamesOf(this.handle)
  }

  /** What its streams of lines can carry. */
  get linesTake(): LineAbilities {
    return this.driver.linesTake?.(this.handle) ?? {}
  }

  limits(way: LookWay): LookLimits {
    const { maxAnswerBytes, maxStreamBytes, longestAnswerMs } = this.needs
    const mostBytes = way === 'stream' ? maxStreamBytes : maxAnswerBytes
    const bytes = Math.max(leastBudgetBytes, Math.floor(mostBytes * shareOfLimit))
    const budgetBytes = way === 'answer' ? bytes : Math.min(bytes, windowBytes)
    if (way === 'stream') return { budgetBytes, farBytes, longestMs: longestIdleMs, windowBytes }
    return { budgetBytes, longestMs: longestAnswerMs * shareOfTime, windowBytes }
  }

  /** What is far behind is fetched, what is new is waited for by a stream; without listeners an answer can wait. */
  nextWay(end: FollowEnd['kind'] | 'attach', isQuiet: boolean): LookWay {
    if (isQuiet) return 'answer'
    return end === 'more' || end === 'attach' ? 'catch-up' : 'stream'
  }

  async open(
    way: LookWay,
    script: ShellCommand,
    reader: LineReader,
    options: ScriptOptions = {},
  ): Promise<{ readonly ended: Promise<unknown> }> {
    if (way === 'stream') return this.#openLines(script, reader, options)
    const { stdout } = await this.run(script, options)
    await new LineSplitter(reader).stdout(stdout)
    return { ended: Promise.resolve() }
  }

  async run(script: ShellCommand, options: DriverRunOptions = {}): Promise<DriverRunResult> {
    return this.driver.run(this.handle, script, options)
  }

  /** Starts a script that reads what `write` of the stream gives it; only where streams can carry that. */
  async openInput(
    script: (forgotten: readonly string[]) => ShellCommand,
    onLine: (line: string) => void,
  ): Promise<LineStream> {
    return this.forgotten.with((ids) =>
      this.driver.openLines(this.handle, sh`sh -c ${script(ids).text} 2>/dev/null`, onLine, undefined, {
        input: 'open',
      }),
    )
  }

  classifyError(error: unknown): ErrorFacts {
    return classifyRelayError(this.driver, error)
  }

  override async untilTaken(id: string, taken: Promise<void>): Promise<void> {
    while (!(await settlesWithin(taken, signEveryMs, { background: true })) && !this.isEnding) {
      const mark = randomId()
      // Whether the sign arrives is not decisive: the next look is one as well.
      await this.ask(() => holdScript(id, mark), mark).catch(() => undefined)
    }
  }

  /**
   * The text is one simple command, or a pipeline of two, for whichever shell of the vendor's reads it: that keeps its
   * state, and nothing of ours stays behind in it.
   */
  async #openLines(
    script: ShellCommand,
    reader: LineReader,
    { env, stdin, signal }: ScriptOptions,
  ): Promise<{ readonly ended: Promise<unknown> }> {
    const text =
      typeof stdin === 'string'
        ? sh`printf %s ${stdin} | sh -c ${script.text} 2>/dev/null`
        : sh`sh -c ${script.text} </dev/null 2>/dev/null`
    const silence = new Silence()
    const onLine = (line: string): void => {
      silence.break()
      void reader.line(line)
    }
    try {
      const stream = await this.driver.openLines(this.handle, text, onLine, signal, env && { env })
      const cut = silence.reached.then(() => {
        stream.close()
        throw processLostError('A stream of output gave no sign of life', {})
      })
      const ended = Promise.race([stream.ended, cut]).finally(() => silence.end())
      return { ended }
    } catch (error) {
      silence.end()
      throw error
    }
  }
}

/** Waits for lines that do not come. */
class Silence {
  #lines = 0
  #timer = startTimer(Infinity, () => undefined)
  #reach: () => void = () => undefined
  readonly reached: Promise<void> = new Promise((resolve) => {
    this.#reach = resolve
  })

  constructor() {
    this.#arm()
  }

  break(): void {
    this.#lines += 1
  }

  end(): void {
    this.#timer.cancel()
  }

  #arm(): void {
    const before = this.#lines
    const check = (): void => (this.#lines === before ? this.#reach() : this.#arm())
    this.#timer = startTimer(longestSilenceMs, check, { background: true })
  }
}
