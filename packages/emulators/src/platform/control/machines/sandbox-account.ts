import type { MachineUser } from '../../../machine/index.js'

/** Who commands run as. */
export const sandboxAccount: MachineUser = { name: 'sandbox', uid: 1000, gid: 1000 }

/** Where commands begin in sandboxes of the recipe. */
export const recipeWorkDir = '/workspace'
