export type { DiskBench, TestedDisk } from './disk/disk-bench.js'
export { testDiskContents } from './disk/test-disk-contents.js'
export { testDiskLinks } from './disk/test-disk-links.js'
export { testManyFiles } from './disk/test-many-files.js'
