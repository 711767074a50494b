export type * from './mount-configs.js'
export { platformMountProfile } from './mount-profile.js'
