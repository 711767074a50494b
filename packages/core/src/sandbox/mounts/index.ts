export { createMountTable } from './create-mount-table.js'
export { describeMounts } from './describe-mounts.js'
export { MountTable } from './mount-table.js'
export { normalizeMountPath } from './mount-path.js'
