export { DaytonaDisk } from './daytona-disk.js'
export type { DaytonaFileAccess } from './disk-options.js'
export { writeDaytonaFiles } from './write-daytona-files.js'
