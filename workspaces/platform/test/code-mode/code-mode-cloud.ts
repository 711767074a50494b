import type { CodeModeCloud } from '@caisson/testing/providers'
import { PlatformCodeModeTransport } from '../../src/index.js'
import type { Emulated } from '../support/emulated.js'

/** PlatformSandbox for the tests of programs that all providers pass. */
export function codeModeCloud(target: Emulated): CodeModeCloud {
  return {
    get emulator() {
      return target.emulator
    },
    routes: { create: 'POST /sandbox', spawn: 'WS /exec' },
    // Its process, and the socket that carries its text and the replies.
    spawnsOfRun: 2,
    // What goes into a program is sent as texts of commands where sockets take no input, in many parts: more takes seconds.
    longBytes: 256 * 1024,
    make: (options) => target.make(options),
    makeTransport: (options) =>
      options === undefined ? new PlatformCodeModeTransport() : new PlatformCodeModeTransport(options),
  }
}
