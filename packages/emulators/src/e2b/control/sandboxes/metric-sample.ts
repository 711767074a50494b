/** The state of a sandbox's computer at one time, as the vendor's API shows it. Sizes in bytes. */
export interface MetricSample {
  readonly timestamp: string
  /** Seconds since 1970. */
  readonly timestampUnix: number
  readonly cpuCount: number
  readonly cpuUsedPct: number
  readonly memUsed: number
  readonly memTotal: number
  readonly memCache: number
  readonly diskUsed: number
  readonly diskTotal: number
}
