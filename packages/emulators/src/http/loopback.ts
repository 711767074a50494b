import { isIP } from 'node:net'
import { EmulatorError } from './emulator-error.js'

/** Only these keep others out of the computer: an emulator asks for no real credentials and runs what it is told to. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  if (bare === 'localhost' || bare === '::1') return true
  return isIP(bare) === 4 && bare.startsWith('127.')
}

/** Throws NOT_LOOPBACK unless the address is the computer's own, or the user insists. */
export function requireLoopback(host: string, allowRemote: boolean): void {
  if (allowRemote || isLoopback(host)) return
  throw new EmulatorError(
    'NOT_LOOPBACK',
    `host: expected a loopback address such as 127.0.0.1, given ${JSON.stringify(host)}. ` +
      'An emulator is no security boundary: whoever reaches it can run programs as root here. ' +
      'If that is what you want, set allowRemote: true (command line: --allow-remote)',
  )
}
