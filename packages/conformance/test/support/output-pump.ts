import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProviderFaults } from './faults.js'

/** How long a pipe that something else holds must be quiet, after the shell has exited, to be given up. */
const quietMs = 300
const pollMs = 5

type Sink = (chunk: Uint8Array) => void | Promise<void>

/** Carries one output stream to a sink, and waits for the sink where the provider can. */
export class OutputPump {
  readonly #stream: Readable
  readonly #sink: Sink
  readonly #faults: ProviderFaults
  readonly #waits: boolean
  #tail: Promise<unknown> = Promise.resolve()
  #isFirst = true
  #isClosed = false
  #pending = 0
  #lastMs = 0

  constructor(stream: Readable, sink: Sink, { faults, waits }: { faults: ProviderFaults; waits: boolean }) {
    this.#stream = stream
    this.#sink = sink
    this.#faults = faults
    this.#waits = waits && !faults.ignoresBackpressure
    stream.on('data', (chunk: Buffer) => this.#take(chunk))
    stream.once('close', () => {
      this.#isClosed = true
    })
  }

  /** Resolves when everything was handed on: at the end of the pipe, or when it has been quiet for a while. */
  async finish(): Promise<void> {
    this.#lastMs = performance.now()
    while (!this.#isClosed || this.#pending > 0) {
      await sleep(this.#isClosed ? 0 : pollMs)
      const isQuiet = this.#pending === 0 && performance.now() - this.#lastMs > quietMs
      if (isQuiet && !this.#isClosed) this.#stream.destroy()
    }
    await this.#tail
  }

  #take(chunk: Buffer): void {
    this.#lastMs = performance.now()
    this.#pending += 1
    if (this.#waits) this.#stream.pause()
    this.#tail = this.#tail
      .then(async () => this.#deliver(chunk))
      .finally(() => {
        this.#pending -= 1
        this.#lastMs = performance.now()
        if (this.#pending === 0 && this.#waits) this.#stream.resume()
      })
  }

  async #deliver(chunk: Buffer): Promise<void> {
    if (this.#faults.endsEarly) await sleep(quietMs)
    if (this.#faults.dropsOutput && !this.#isFirst) return
    this.#isFirst = false
    const data = this.#faults.decodesOutput ? Buffer.from(chunk.toString()) : chunk
    const held = this.#sink(data)
    if (this.#faults.doublesOutput) await this.#sink(data)
    if (this.#waits) await held
  }
}
