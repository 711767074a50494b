import type { SandboxNetworking } from '../contract/sandbox.js'
import type { SandboxDriver, SandboxRef } from '../driver/sandbox-driver.js'
import { invalidArgument } from '../errors/argument-error.js'

/** Port addresses over a driver's `portUrl`, or `undefined` where there is none. Wakes no machine. */
export function portNetworking<Handle>(
  driver: SandboxDriver<Handle>,
  target: () => { ref: SandboxRef; handle: Handle | undefined } | undefined,
): SandboxNetworking | undefined {
  const portUrl = driver.portUrl?.bind(driver)
  if (!portUrl) return undefined
  return {
    async getPortUrl(port) {
      if (!Number.isInteger(port) || port < 1 || port > 65_535) {
        throw invalidArgument({ name: 'port', expected: 'an integer from 1 to 65535', given: port })
      }
      const machine = target()
      return machine ? ((await portUrl(machine, port)) ?? null) : null
    },
  }
}
