export type * from './mounts/mount-config.js'
export { createFuseMounter } from './mounts/create-fuse-mounter.js'
