import type { Agent } from 'node:http'
import type { DiskHold } from '../../../disks/layer-store.js'
import type { LaunchedMachine } from '../machines/machine-launcher.js'
import type { Runtime } from '../machines/runtime.js'
import type { MetricSample } from './metric-sample.js'
import type { NetworkSettings } from './network-settings.js'

/** What a sandbox is made with. */
export interface SandboxSettings {
  /** The name of whose it is. */
  readonly team: string
  readonly templateId: string
  readonly alias?: string | undefined
  readonly runtime: Runtime
  readonly metadata: Readonly<Record<string, string>>
  /** Those of the request, beside the template's. */
  readonly envVars: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly onTimeout: 'kill' | 'pause'
  /** Whether a pause at the end of its time keeps processes. */
  readonly keepsMemory: boolean
  readonly autoResume: boolean
  readonly network: NetworkSettings
  readonly isSecure: boolean
  readonly cpuCount: number
  readonly memoryMB: number
}

/** `gone` counts from the moment a kill is asked for. */
type SandboxPhase = 'running' | 'paused' | 'gone'

/** One sandbox, as the control plane and the gateway see it. */
export interface Sandbox {
  readonly id: string
  readonly settings: SandboxSettings
  /** Rises with every sandbox: the order of lists, finer than a clock. */
  readonly sequence: number
  /** Without one, everyone may use its daemon. */
  readonly envdToken: string | undefined
  readonly trafficToken: string | undefined
  readonly launched: LaunchedMachine
  readonly disk: DiskHold
  readonly startedAt: Date
  endAt: Date
  phase: SandboxPhase
  /** Whether the present pause kept its processes. */
  hasMemory: boolean
  network: NetworkSettings
  timer: NodeJS.Timeout | undefined
  /** Connections of the gateway to the daemon and to servers inside. */
  agent: Agent
  /** Cuts one answer that is under way. */
  readonly cuts: Set<() => void>
  readonly metrics: MetricSample[]
  /** The end of the last change of phase; they happen one after another. */
  transition: Promise<unknown>
}
