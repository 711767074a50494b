import type { MachineUser } from '../../../machine/index.js'

/** The account of the vendor's own images. */
export const sandboxAccount: MachineUser = { name: 'daytona', uid: 1000, gid: 1000 }
