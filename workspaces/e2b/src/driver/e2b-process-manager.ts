import { ProcessManager } from '@caisson/core/driver'
import type { E2BMachine } from './e2b-machine.js'

/**
 * The processes of an E2B sandbox. `get(pid)` also joins processes that another client started, or that ran before this one
 * was attached; those that were started through Caisson then show all that they have printed.
 */
export class E2BProcessManager extends ProcessManager<E2BMachine> {}
