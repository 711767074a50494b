export type * from './mount-configs.js'
export { daytonaMountProfile } from './mount-profile.js'
