export { createMountableSnapshot } from './create-mountable-snapshot.js'
export type {
  DaytonaMountTool,
  DaytonaSnapshotResources,
  MountableSnapshot,
  MountableSnapshotOptions,
} from './mountable-snapshot-options.js'
