import { ProcessManager } from '@caisson/core/driver'
import type { PlatformMachine } from './platform-machine.js'

/**
 * The processes of a sandbox at the platform. `get(pid)` also joins processes that another client spawned through Caisson,
 * with all that they have printed. Commands of `executeCommand` are not among them.
 */
export class PlatformProcessManager extends ProcessManager<PlatformMachine> {}
