export type { DaytonaFileAccess } from './disk-options.js'
