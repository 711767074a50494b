import type { SandboxDriver } from '@caisson/core/driver'
import type { RelayMachine } from './relay-machine.js'

/** Members that the relay has nothing to do with. */
type OwnMembers<Handle> = Omit<
  SandboxDriver<Handle>,
  'spawn' | 'attach' | 'run' | 'listProcesses' | 'destroy' | 'classifyError'
>
type Method = Exclude<keyof OwnMembers<unknown>, 'provider' | 'supports' | 'mounter' | 'mountProfile'> | 'run'

/** Each of them, so that none can be forgotten; one that a driver does not have stays absent. */
const methods: Readonly<Record<Method, true>> = {
  find: true,
  connect: true,
  create: true,
  describe: true,
  inspect: true,
  stop: true,
  detach: true,
  run: true,
  filesystem: true,
  writeFiles: true,
  portUrl: true,
  snapshot: true,
  adoptMounter: true,
  info: true,
}

/** Everything of a driver that has nothing to do with processes, as it is. */
export function handOn<Handle>(
  driver: OwnMembers<Handle> & Pick<SandboxDriver<Handle>, 'run'>,
): OwnMembers<Handle> & Pick<SandboxDriver<Handle>, 'run'> {
  const members: Partial<Record<keyof SandboxDriver<Handle>, unknown>> = {}
  for (const name of Object.keys(methods) as Method[]) {
    const member: unknown = driver[name]
    if (typeof member === 'function') members[name] = member.bind(driver)
  }
  if (driver.mounter) members.mounter = driver.mounter
  if (driver.mountProfile) members.mountProfile = driver.mountProfile
  return { ...(members as OwnMembers<Handle>), provider: driver.provider, supports: driver.supports }
}

/** Ends a machine by what the driver has for it; what is cut meanwhile is not looked after, unless this fails. */
export async function endMachine(machine: RelayMachine | undefined, end: () => Promise<void>): Promise<void> {
  if (machine) machine.isEnding = true
  try {
    await end()
  } catch (error) {
    if (machine) machine.isEnding = false
    throw error
  }
}
