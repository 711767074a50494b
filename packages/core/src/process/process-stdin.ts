import type { RemoteProcess } from '../driver/sandbox-driver.js'
import { invalidArgument } from '../errors/argument-error.js'
import { SandboxStateError, UnsupportedStdinCloseError } from '../errors/sandbox-errors.js'

/** What the input of a process needs to know. */
interface StdinParts {
  readonly remote: RemoteProcess
  readonly hasStdin: boolean
  readonly translate: (error: unknown) => Promise<Error>
  /** How the process ended, or `undefined` while it runs. */
  readonly ending: () => string | undefined
}

/** Standard input of a process: writes keep their order even where each is a request of its own. */
export class ProcessStdin {
  readonly #parts: StdinParts
  #tail: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(parts: StdinParts) {
    this.#parts = parts
  }

  async send(data: string | Uint8Array): Promise<void> {
    if (typeof data !== 'string' && !(data instanceof Uint8Array)) {
      throw invalidArgument({ name: 'data', expected: 'a string or a Uint8Array', given: data })
    }
    this.#require()
    const bytes = typeof data === 'string' ? Buffer.from(data) : data
    return this.#queue(async () => this.#parts.remote.writeStdin?.(bytes))
  }

  /** Harmless when the process has ended, also meanwhile, or its input is closed already. */
  async close(): Promise<void> {
    if (this.#isClosed || this.#parts.ending() !== undefined) return
    this.#require()
    const { remote } = this.#parts
    const close = remote.closeStdin?.bind(remote)
    if (!close) throw new UnsupportedStdinCloseError('This provider does not support closing stdin')
    this.#isClosed = true
    try {
      await this.#queue(close)
    } catch (error) {
      if (this.#parts.ending() !== undefined) return
      // Whoever is told that it failed may try again: otherwise the process would wait for its end for ever.
      this.#isClosed = false
      throw error
    }
  }

  #require(): void {
    const { remote, hasStdin, ending } = this.#parts
    const end = ending()
    const fault = end ?? (this.#isClosed ? 'has closed its stdin' : undefined)
    const missing = hasStdin && remote.writeStdin ? undefined : 'does not have stdin available'
    const why = fault ?? missing
    if (why) throw new SandboxStateError(`Process ${remote.pid} ${why}`, { pid: remote.pid })
  }

  async #queue(step: () => Promise<void>): Promise<void> {
    const turn = this.#tail.then(step)
    this.#tail = turn.catch(() => undefined)
    try {
      await turn
    } catch (error) {
      throw await this.#parts.translate(error)
    }
  }
}
