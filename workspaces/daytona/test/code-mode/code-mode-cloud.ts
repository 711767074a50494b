import type { CodeModeCloud } from '@caisson/testing/providers'
import { DaytonaCodeModeTransport } from '../../src/index.js'
import type { Emulated } from '../support/emulated.js'

/** DaytonaSandbox for the tests of programs that all providers pass. */
export function codeModeCloud(target: Emulated): CodeModeCloud {
  return {
    get emulator() {
      return target.emulator
    },
    routes: { create: 'POST /sandbox', spawn: 'POST /toolbox/process/session/{id}/exec' },
    // What goes into a program is sent as texts of commands, in many parts: more takes seconds.
    longBytes: 256 * 1024,
    make: (options) => target.make(options),
    makeTransport: (options) =>
      options === undefined ? new DaytonaCodeModeTransport() : new DaytonaCodeModeTransport(options),
  }
}
