import { mkdirSync } from 'node:fs'

/**
 * Makes a directory and those above it. One that is there is left as it is.
 *
 * Whatever makes something new does so at once and not on another thread: while a program is being started, all threads
 * of the daemon have the rights of root for a moment, and what one of them made then would not be the user's.
 */
export function makeDirectory(directory: string, mode = 0o777): void {
  mkdirSync(directory, { recursive: true, mode })
}
