import { HttpFailure } from '../../../http/http-failure.js'
import type { Cloud } from '../cloud.js'
import type { SandboxState } from '../sandboxes/sandbox-state.js'

/** Sandboxes that use no processor and no memory. */
const idle: ReadonlySet<SandboxState> = new Set([
  'archived',
  'archiving',
  'build_failed',
  'destroyed',
  'error',
  'stopped',
])

export function quotaMessage(limit: number): string {
  return `Total CPU limit exceeded. Maximum allowed: ${limit}.`
}

/** Throws a 403 when as many sandboxes run as may. */
export function requireRoom({ sandboxes, settings }: Cloud): void {
  const running = sandboxes.all().filter(({ state }) => !idle.has(state)).length
  if (running >= settings.sandboxLimit) throw new HttpFailure(403, quotaMessage(settings.sandboxLimit))
}
