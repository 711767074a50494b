export type { E2BFileAccess, E2BRun, E2BRunOptions } from './disk-options.js'
export { E2BDisk } from './e2b-disk.js'
export { writeE2BFiles } from './write-e2b-files.js'
