export { CutDownloadError } from './filesystem/cut-download-error.js'
export { MachineDisk, type MachineDiskConfig } from './filesystem/machine-disk.js'
export type * from './filesystem/machine-files.js'
export { writeMachineFiles } from './filesystem/write-machine-files.js'
