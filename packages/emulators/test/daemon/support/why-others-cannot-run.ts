import { statSync } from 'node:fs'
import path from 'node:path'
import { isRoot } from './test-daemon.js'

/** Why another user than root, as whom a sandbox's programs run where root runs the tests, cannot run a program. */
export function whyOthersCannotRun(program: string): string | undefined {
  if (!isRoot) return undefined
  for (let place = program; place !== '/'; place = path.dirname(place)) {
    // oxlint-disable-next-line no-bitwise -- permission bits
    if ((statSync(place).mode & 0o001) === 0) return `other users may not enter ${path.basename(place)}`
  }
  return undefined
}
