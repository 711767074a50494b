import { askToolbox } from '../machines/ask-toolbox.js'
import type { Sandbox } from './sandbox.js'
import type { SandboxStore } from './sandbox-store.js'

const sampleMs = 10_000
const answerLimitMs = 2000
/** Half a day. */
const mostSamples = 4320

/** One look at a machine. */
export interface MetricSample {
  readonly timestamp: Date
  readonly figures: Readonly<Record<string, unknown>>
}

/** Takes figures of all running sandboxes now and then, as the vendor does. */
export class MetricsRecorder {
  readonly #store: SandboxStore
  readonly #timer: NodeJS.Timeout
  readonly #samples = new WeakMap<Sandbox, MetricSample[]>()

  constructor(store: SandboxStore) {
    this.#store = store
    this.#timer = setInterval(() => void this.#recordAll(), sampleMs)
    this.#timer.unref()
  }

  close(): void {
    clearInterval(this.#timer)
  }

  /** Those of a range of time. A range that ends about now ends with the present one. */
  async samples(sandbox: Sandbox, from: Date, to: Date): Promise<readonly MetricSample[]> {
    if (Math.abs(Date.now() - to.getTime()) < sampleMs) await this.#record(sandbox, to)
    const all = this.#samples.get(sandbox) ?? []
    return all.filter(({ timestamp }) => timestamp >= from && timestamp <= to)
  }

  async #recordAll(): Promise<void> {
    for (const sandbox of this.#store.all()) await this.#record(sandbox, new Date())
  }

  async #record(sandbox: Sandbox, timestamp: Date): Promise<void> {
    const { state, body } = sandbox
    if (state !== 'started' || body === undefined) return
    const question = { method: 'GET', path: '/system/metrics', signal: AbortSignal.timeout(answerLimitMs) }
    const figures = await askToolbox(body.launched.toolbox, question).catch(() => {
      // Stopped meanwhile: there is nothing to record.
      return undefined
    })
    if (typeof figures !== 'object' || figures === null) return
    const samples = this.#samples.get(sandbox) ?? []
    samples.push({ timestamp, figures: { ...figures } })
    if (samples.length > mostSamples) samples.splice(0, samples.length - mostSamples)
    this.#samples.set(sandbox, samples)
  }
}
