import type { Backing } from './machine-types.js'

/** A way of making machines that was not chosen, and why. */
export interface RejectedBacking {
  readonly backing: Backing
  readonly reason: string
}

/** What a host of machines can do here. */
export interface HostDescription {
  readonly backing: Backing
  /** Stronger backings and why they are not used; empty when the strongest is. */
  readonly rejected: readonly RejectedBacking[]
  /** Where the host keeps its files. */
  readonly directory: string
  /** What stops and ends all processes of a machine: a control group, or signals. */
  readonly freezer: 'cgroup2' | 'cgroup1' | 'signals'
  readonly memoryLimits: 'cgroup2' | 'cgroup1' | 'none'
  readonly pidsLimits: 'cgroup2' | 'cgroup1' | 'none'
  /** FUSE file systems can be mounted inside. */
  readonly fuse: boolean
  /** `sudo` works inside. */
  readonly sudo: boolean
  /** `network: 'private'` is honoured. */
  readonly privateNetwork: boolean
  /** `network: 'cut'` is honoured, and so are network groups: without it, all machines reach each other. */
  readonly networkFilter: boolean
  /** Hosts that had crashed and whose remains were removed at the start. */
  readonly sweptHosts: number
  /** All of it in one line, for start-up messages and test reports. */
  readonly summary: string
}
