import { KeyedLock } from '../keyed-lock.js'

/** One queue per real path, for all local filesystems of this process: they may share directories. */
export const pathLocks: KeyedLock = new KeyedLock()
