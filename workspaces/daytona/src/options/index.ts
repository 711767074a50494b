export { ownerKey } from '@caisson/kit/options'
export { cloneDaytonaOptions } from './clone-daytona-options.js'
export { connectionOptionShape } from './connection-option-shape.js'
export { creationOf } from './creation-of.js'
export { daytonaInstructions } from './daytona-instructions.js'
export { daytonaOptionsSchema } from './daytona-options-schema.js'
export type {
  DaytonaComputerUse,
  DaytonaImage,
  DaytonaLanguage,
  DaytonaResources,
  DaytonaSandboxOptions,
  DaytonaVolume,
} from './daytona-sandbox-options.js'
export { describeDaytonaOptions } from './describe-daytona-options.js'
export { imageType, resourceSize } from './machine-types.js'
export type { OptionShape } from './option-shape.js'
export { requireConnection } from './require-connection.js'
export { resolveConnection } from './resolve-connection.js'
export { resolveDaytonaOptions } from './resolve-daytona-options.js'
export type { DaytonaConnection, ResolvedDaytonaOptions } from './resolved-daytona-options.js'
