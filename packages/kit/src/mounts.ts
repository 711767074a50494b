export type * from './mounts/mount-config.js'
export { createFuseMounter } from './mounts/create-fuse-mounter.js'
export { installToolsCommand, type MountTool } from './mounts/install-tools-command.js'
export { commonMountTools, defaultMountTools, imageTools, mountTools, type ImageTools } from './mounts/image-tools.js'
