export { creationOf, type Creation, type CreationRequest } from './creation-of.js'
export type {
  DaytonaComputerUse,
  DaytonaImage,
  DaytonaLanguage,
  DaytonaResources,
  DaytonaSandboxOptions,
  DaytonaVolume,
} from './daytona-sandbox-options.js'
export { ownerKey } from './label-keys.js'
export type { DaytonaConnection, MachineSource, ResolvedDaytonaOptions } from './resolved-daytona-options.js'
