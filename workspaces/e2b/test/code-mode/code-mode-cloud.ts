import type { CodeModeCloud } from '@caisson/testing/providers'
import { E2BCodeModeTransport } from '../../src/index.js'
import type { Emulated } from '../support/emulated.js'

/** E2BSandbox for the tests of programs that all providers pass. */
export function codeModeCloud(target: Emulated): CodeModeCloud {
  return {
    get emulator() {
      return target.emulator
    },
    routes: { create: 'POST /v2/sandboxes', spawn: 'POST /process.Process/Start' },
    longBytes: 2 * 1024 * 1024,
    make: (options) => target.make(options),
    makeTransport: (options) =>
      options === undefined ? new E2BCodeModeTransport() : new E2BCodeModeTransport(options),
  }
}
