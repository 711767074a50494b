import { readEnvdMetrics } from '../machines/envd-client.js'
import type { MetricSample } from './metric-sample.js'
import type { Sandbox } from './sandbox.js'
import type { SandboxStore } from './sandbox-store.js'

const bucketSeconds = 5
const answerLimitMs = 2000
/** Two hours. */
const mostSamples = 1440

/** Takes figures of all running sandboxes every five seconds, as the vendor does. */
export class MetricsRecorder {
  readonly #store: SandboxStore
  readonly #timer: NodeJS.Timeout

  constructor(store: SandboxStore) {
    this.#store = store
    this.#timer = setInterval(() => void this.#recordAll(), bucketSeconds * 1000)
    this.#timer.unref()
  }

  close(): void {
    clearInterval(this.#timer)
  }

  /** Samples of a time range in seconds since 1970. */
  async samples(sandbox: Sandbox, start: number | undefined, end: number | undefined): Promise<MetricSample[]> {
    await this.#record(sandbox)
    const isIn = ({ timestampUnix }: MetricSample): boolean =>
      // A bucket belongs to a range that begins within it.
      (start === undefined || timestampUnix > start - bucketSeconds) && (end === undefined || timestampUnix <= end)
    return sandbox.metrics.filter((sample) => isIn(sample))
  }

  async #recordAll(): Promise<void> {
    for (const sandbox of this.#store.all()) await this.#record(sandbox)
  }

  async #record(sandbox: Sandbox): Promise<void> {
    const bucket = Math.floor(Date.now() / 1000 / bucketSeconds) * bucketSeconds
    if (sandbox.phase !== 'running' || sandbox.metrics.at(-1)?.timestampUnix === bucket) return
    const figures = await readEnvdMetrics(sandbox.launched.envd, AbortSignal.timeout(answerLimitMs)).catch(() => {
      // Paused or killed meanwhile: there is nothing to record.
      return undefined
    })
    if (figures === undefined || sandbox.metrics.at(-1)?.timestampUnix === bucket) return
    sandbox.metrics.push({
      timestamp: new Date(bucket * 1000).toISOString(),
      timestampUnix: bucket,
      cpuCount: sandbox.settings.cpuCount,
      cpuUsedPct: figures['cpu_used_pct'] ?? 0,
      memUsed: figures['mem_used'] ?? 0,
      memTotal: figures['mem_total'] ?? 0,
      memCache: figures['mem_cache'] ?? 0,
      diskUsed: figures['disk_used'] ?? 0,
      diskTotal: figures['disk_total'] ?? 0,
    })
    if (sandbox.metrics.length > mostSamples) sandbox.metrics.splice(0, sandbox.metrics.length - mostSamples)
  }
}
