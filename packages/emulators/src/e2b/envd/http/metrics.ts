import type { MetricsReader } from '../../../daemon/machine-metrics.js'
import type { Exchange } from './exchange.js'
import { sendJson } from './send.js'

const bytesPerMebibyte = 1024 * 1024

/** `GET /metrics`: figures of the machine. */
export async function sendMetrics({ response }: Exchange, reader: MetricsReader): Promise<void> {
  const { cpuCount, cpuUsedPercent, memoryTotal, memoryUsed, memoryCached, ...disk } = await reader.read()
  sendJson(response, 200, {
    ts: Math.floor(Date.now() / 1000),
    cpu_count: cpuCount,
    cpu_used_pct: cpuUsedPercent,
    mem_total: memoryTotal,
    mem_used: memoryUsed,
    mem_cache: memoryCached,
    mem_total_mib: Math.floor(memoryTotal / bytesPerMebibyte),
    mem_used_mib: Math.floor(memoryUsed / bytesPerMebibyte),
    disk_used: disk.diskUsed,
    disk_total: disk.diskTotal,
  })
}
