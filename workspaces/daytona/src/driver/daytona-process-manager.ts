import { ProcessManager } from '@caisson/core/driver'
import type { DaytonaMachine } from './daytona-machine.js'

/**
 * The processes of a Daytona sandbox. `get(pid)` also joins processes that another client started through Caisson, with all
 * that they have printed.
 */
export class DaytonaProcessManager extends ProcessManager<DaytonaMachine> {}
