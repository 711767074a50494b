import type { SandboxNetworking } from '../contract/sandbox.js'
import type { SandboxDriver, SandboxRef } from '../driver/sandbox-driver.js'
import { invalidArgument } from '../errors/argument-error.js'
import { SandboxTimeoutError } from '../errors/sandbox-errors.js'
import { translateError } from '../lifecycle/translate-error.js'
import { withTimeLimit } from '../util/with-time-limit.js'

interface Target<Handle> {
  readonly ref: SandboxRef
  readonly handle: Handle | undefined
}

/** How the machine whose ports are asked for is found. */
interface PortConfig<Handle> {
  /** The machine that this host is attached to, or was. */
  readonly known: () => Target<Handle> | undefined
  /** Looks the machine up by its identity, waking nothing. */
  readonly lookUp: (signal: AbortSignal) => Promise<SandboxRef | undefined>
  readonly startTimeoutMs: number
}

/** Port addresses over a driver's `portUrl`, or `undefined` where there is none. Wakes no machine. */
export function portNetworking<Handle>(
  driver: SandboxDriver<Handle>,
  config: PortConfig<Handle>,
): SandboxNetworking | undefined {
  const portUrl = driver.portUrl?.bind(driver)
  if (!portUrl) return undefined
  return {
    async getPortUrl(port) {
      if (!Number.isInteger(port) || port < 1 || port > 65_535) {
        throw invalidArgument({ name: 'port', expected: 'an integer from 1 to 65535', given: port })
      }
      try {
        const machine = config.known() ?? (await findMachine(driver, config))
        return machine ? ((await portUrl(machine, port)) ?? null) : null
      } catch (error) {
        throw translateError(driver, error, 'find the address of a port')
      }
    },
  }
}

/** Another process may ask for the address of a machine that it never attached to. */
async function findMachine<Handle>(
  driver: SandboxDriver<Handle>,
  { lookUp, startTimeoutMs }: PortConfig<Handle>,
): Promise<Target<Handle> | undefined> {
  if (!driver.supports.detachedLifecycle) return undefined
  const ref = await withTimeLimit(startTimeoutMs, () => new SandboxTimeoutError(startTimeoutMs, 'find'), lookUp)
  return ref && { ref, handle: undefined }
}
