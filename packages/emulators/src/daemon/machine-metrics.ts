import { readFile, statfs } from 'node:fs/promises'
import { availableParallelism, cpus, freemem, totalmem } from 'node:os'
import { unless } from './system-error.js'

/** Figures of a machine; sizes in bytes. */
export interface MachineMetrics {
  readonly cpuCount: number
  /** Of all processors, from 0 to 100. */
  readonly cpuUsedPercent: number
  readonly memoryTotal: number
  readonly memoryUsed: number
  readonly memoryCached: number
  readonly diskTotal: number
  readonly diskUsed: number
}

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

/** Reads figures of the machine. The share of the processors is that since the last reading. */
export class MetricsReader {
  #last = cpuTimes()

  async read(): Promise<MachineMetrics> {
    const [memory, disk] = await Promise.all([this.#memory(), statfs('/')])
    return {
      cpuCount: availableParallelism(),
      cpuUsedPercent: this.#usedShare(),
      memoryTotal: memory.total,
      memoryUsed: Math.max(0, memory.total - memory.available),
      memoryCached: memory.cached,
      diskTotal: disk.blocks * disk.bsize,
      diskUsed: (disk.blocks - disk.bfree) * disk.bsize,
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
