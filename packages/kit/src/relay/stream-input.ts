import { processLostError } from './relay-error.js'
import type { RelayInput } from './relay-process.js'
import type { RawProcess } from './relayable-driver.js'

/** Input by the vendor's own way, which is looked for on first use where this host did not start the process. */
export class StreamInput implements RelayInput {
  readonly #pid: string
  readonly #open: () => Promise<RawProcess | undefined>
  #raw: Promise<RawProcess | undefined> | undefined

  constructor(pid: string, open: () => Promise<RawProcess | undefined>) {
    this.#pid = pid
    this.#open = open
  }

  async write(data: Uint8Array): Promise<void> {
    await (await this.#require()).writeStdin?.(data)
  }

  async close(): Promise<void> {
    await (await this.#require()).closeStdin?.()
  }

  async #require(): Promise<RawProcess> {
    this.#raw ??= this.#open()
    const raw = await this.#raw
    if (raw) return raw
    throw processLostError(`Process ${this.#pid} takes no input any more`, { pid: this.#pid })
  }
}
