export { PlatformDisk } from './platform-disk.js'
export type { PlatformFileAccess } from './platform-machine-files.js'
export { writePlatformFiles } from './write-platform-files.js'
