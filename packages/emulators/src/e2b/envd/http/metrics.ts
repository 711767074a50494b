import { readFile, statfs } from 'node:fs/promises'
import { availableParallelism, cpus, freemem, totalmem } from 'node:os'
import { unless } from '../../../daemon/system-error.js'
import type { Exchange } from './exchange.js'
import { sendJson } from './send.js'

const bytesPerMebibyte = 1024 * 1024

interface CpuTimes {
  readonly busyMs: number
  readonly totalMs: number
}

function cpuTimes(): CpuTimes {
  let busyMs = 0
  let totalMs = 0
  for (const { times } of cpus()) {
    const used = times.user + times.nice + times.sys + times.irq
    busyMs += used
    totalMs += used + times.idle
  }
  return { busyMs, totalMs }
}

/** Reads figures of the machine. The share of the processor is that since the last reading. */
export class MetricsReader {
  #last = cpuTimes()

  async read(): Promise<Record<string, number>> {
    const [memory, disk] = await Promise.all([this.#memory(), statfs('/')])
    const total = memory.total
    const used = Math.max(0, total - memory.available)
    const blocks = (count: number): number => count * disk.bsize
    return {
      ts: Math.floor(Date.now() / 1000),
      cpu_count: availableParallelism(),
      cpu_used_pct: this.#usedShare(),
      mem_total: total,
      mem_used: used,
      mem_cache: memory.cached,
      mem_total_mib: Math.floor(total / bytesPerMebibyte),
      mem_used_mib: Math.floor(used / bytesPerMebibyte),
      disk_used: blocks(disk.blocks - disk.bfree),
      disk_total: blocks(disk.blocks),
    }
  }

  #usedShare(): number {
    const now = cpuTimes()
    const total = now.totalMs - this.#last.totalMs
    const share = total <= 0 ? 0 : ((now.busyMs - this.#last.busyMs) / total) * 100
    this.#last = now
    return Math.round(Math.min(100, Math.max(0, share)) * 100) / 100
  }

  async #memory(): Promise<{ total: number; available: number; cached: number }> {
    const text = await unless(['ENOENT'], '', () => readFile('/proc/meminfo', 'utf8'))
    const field = (name: string): number | undefined => {
      const match = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)
      return match === null ? undefined : Number(match[1]) * 1024
    }
    return {
      total: field('MemTotal') ?? totalmem(),
      available: field('MemAvailable') ?? freemem(),
      cached: field('Cached') ?? 0,
    }
  }
}

export async function sendMetrics({ response }: Exchange, reader: MetricsReader): Promise<void> {
  sendJson(response, 200, await reader.read())
}
