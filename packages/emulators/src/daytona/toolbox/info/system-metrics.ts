import { MetricsReader } from '../../../daemon/machine-metrics.js'
import type { ToolboxExchange } from '../http/route.js'
import { sendJson } from '../http/send.js'
import type { ToolboxState } from '../toolbox-state.js'

const readers = new WeakMap<ToolboxState, MetricsReader>()

function readerOf(state: ToolboxState): MetricsReader {
  const reader = readers.get(state) ?? new MetricsReader()
  readers.set(state, reader)
  return reader
}

/** `GET /system/metrics`: figures of the machine, in bytes and percent. */
export async function systemMetrics({ response, state }: ToolboxExchange): Promise<void> {
  const { cpuCount, cpuUsedPercent, memoryTotal, memoryUsed, memoryCached, ...disk } = await readerOf(state).read()
  const now = new Date()
  sendJson(response, 200, {
    cpuCount,
    cpuUsedPct: cpuUsedPercent,
    memTotal: memoryTotal,
    memUsed: memoryUsed,
    memCache: memoryCached,
    diskTotal: disk.diskTotal,
    diskUsed: disk.diskUsed,
    diskFree: disk.diskTotal - disk.diskUsed,
    timestamp: now.toISOString(),
    timestampUnix: Math.floor(now.getTime() / 1000),
  })
}
