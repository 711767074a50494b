import type { Logger } from '../contract/logger.js'
import type { SpawnProcessOptions } from '../contract/process.js'
import type { RemoteProcess } from '../driver/sandbox-driver.js'
import type { OutputHub } from './output-hub.js'

/** Everything a handle is made of. */
export interface ProcessParts {
  readonly remote: RemoteProcess
  readonly hub: OutputHub
  readonly command: string | undefined
  readonly args: readonly string[] | undefined
  readonly startedAtMs: number
  readonly killGraceMs: number
  /** Of the call that started it; none for a process that was found. */
  readonly options: SpawnProcessOptions
  readonly cwd: string | undefined
  readonly logger: Logger
  /** Turns a driver's error into ours; may ask the control plane whether the machine is still there. */
  readonly translate: (error: unknown) => Promise<Error>
}
