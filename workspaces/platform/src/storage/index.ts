export type { PlatformFilesystemOptions } from './platform-filesystem-options.js'
export { platformFilesystemProvider } from './provider.js'
export { PlatformFilesystem } from './platform-filesystem.js'
