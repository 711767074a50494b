export type { FilesystemBench, FilesystemCase, FilesystemSuite } from './filesystem-case.js'
export type {
  FilesystemCapabilities,
  FilesystemCreateOptions,
  FilesystemTarget,
  FilesystemUnderTest,
} from './filesystem-target.js'
export { reservedName } from './reserved-name.js'
export { runFilesystemConformance, type FilesystemConformanceOptions } from './run-filesystem-conformance.js'
export { filesystemSuites } from './suites.js'
