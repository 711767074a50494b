export {
  DaytonaCodeModeTransport,
  type DaytonaCodeModeTransportOptions,
} from './code-mode/daytona-code-mode-transport.js'
export { DaytonaComputer } from './computer/index.js'
export { DaytonaSandbox } from './daytona-sandbox.js'
export { DaytonaProcessManager } from './driver/daytona-process-manager.js'
export type {
  DaytonaAzureBlobMountConfig,
  DaytonaGCSMountConfig,
  DaytonaMountConfig,
  DaytonaS3MountConfig,
} from './mounts/index.js'
export type {
  DaytonaComputerUse,
  DaytonaImage,
  DaytonaLanguage,
  DaytonaResources,
  DaytonaSandboxOptions,
  DaytonaVolume,
} from './options/index.js'
export { daytonaSandboxProvider } from './provider.js'
export {
  createMountableSnapshot,
  type DaytonaMountTool,
  type DaytonaSnapshotResources,
  type MountableSnapshot,
  type MountableSnapshotOptions,
} from './snapshots/index.js'
