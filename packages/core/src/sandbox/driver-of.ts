import type { SandboxDriver } from '../driver/sandbox-driver.js'

const drivers = new WeakMap<object, SandboxDriver<unknown>>()

/** Notes the driver of a sandbox. Only `BaseSandbox` calls it. */
export function rememberDriver<Handle>(sandbox: object, driver: SandboxDriver<Handle>): void {
  drivers.set(sandbox, driver)
}

/**
 * The driver of a sandbox that was built on `BaseSandbox`, for tests of providers: they wrap its methods to slow them down,
 * to let them fail, or to count them. Undefined for any other object.
 */
export function driverOf(sandbox: object): SandboxDriver<unknown> | undefined {
  return drivers.get(sandbox)
}
