export type * from './mount-configs.js'
export { e2bMountProfile } from './mount-profile.js'
