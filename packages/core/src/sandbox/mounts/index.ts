export { createMountTable } from './create-mount-table.js'
export { MountTable } from './mount-table.js'
export { normalizeMountPath } from './mount-path.js'
