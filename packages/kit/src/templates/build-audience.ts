import type { Logger } from '@caisson/core/workspace'
import type { BuildLogEntry, BuildWatch } from './build.js'

const mostRemembered = 20
const mostCharacters = 16 * 1024

type Listener = NonNullable<BuildWatch['onBuildLog']>
type Level = Exclude<BuildLogEntry['level'], 'error'>

/** An error in a log is none of this library. */
const levels: Readonly<Record<BuildLogEntry['level'], Level>> = {
  debug: 'debug',
  info: 'info',
  warn: 'warn',
  error: 'warn',
}

/** Who is told of a build. Nobody in it can end the build, and who comes late gets the last lines. */
export class BuildAudience {
  readonly #prefix: string
  readonly #last: BuildLogEntry[] = []
  /** Many sandboxes may have the same: it gets each line once. */
  readonly #loggers = new Set<Logger>()
  readonly #listeners = new Set<(entry: BuildLogEntry) => void>()

  /** `prefix` begins the lines of loggers. */
  constructor(prefix: string) {
    this.#prefix = prefix
  }

  /** The last lines, at most 20. */
  get lastMessages(): readonly string[] {
    return this.#last.map(({ message }) => message)
  }

  /** Returns what ends it for `onBuildLog`; the logger stays to the end. */
  add({ logger, onBuildLog }: Pick<BuildWatch, 'logger' | 'onBuildLog'>): () => void {
    if (!this.#loggers.has(logger)) {
      this.#loggers.add(logger)
      for (const { level, message } of this.#last) this.#log(logger, levels[level], message)
    }
    if (onBuildLog === undefined) return () => undefined
    const listener = harmless(onBuildLog, (error) => this.#log(logger, 'warn', 'onBuildLog failed', error))
    this.#listeners.add(listener)
    for (const entry of this.#last) listener(entry)
    return () => this.#listeners.delete(listener)
  }

  /** A line of the build. */
  tell(entry: BuildLogEntry): void {
    this.#last.push({ ...entry, message: entry.message.slice(-mostCharacters) })
    if (this.#last.length > mostRemembered) this.#last.shift()
    this.say(levels[entry.level], entry.message)
    for (const listener of this.#listeners) listener(entry)
  }

  /** A line of ours, for loggers only. */
  say(level: Level, message: string): void {
    for (const logger of this.#loggers) this.#log(logger, level, message)
  }

  #log(logger: Logger, level: Level, message: string, ...more: readonly unknown[]): void {
    attempt(() => logger[level](`${this.#prefix}: ${message.trimEnd()}`, ...more))
  }
}

/** Says of its first failure only: it would be the same for every line. */
function harmless(listener: Listener, onError: (error: unknown) => void): Listener {
  let hasFailed = false
  const fail = (error: unknown): void => {
    if (!hasFailed) onError(error)
    hasFailed = true
  }
  return (entry) => {
    // It may be an async function, whatever its type says.
    void Promise.resolve(attempt(() => listener(entry), fail)).then(undefined, fail)
  }
}

function attempt(action: () => unknown, onError: (error: unknown) => void = () => undefined): unknown {
  try {
    return action()
  } catch (error) {
    return onError(error)
  }
}
