import { BuildQueue } from '@caisson/kit/templates'

/** The builds of this process, of all sandboxes and accounts. */
export const templateBuilds: BuildQueue = new BuildQueue()
