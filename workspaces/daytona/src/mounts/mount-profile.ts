import type { MountProfile } from '@caisson/core/driver'

/** What mounting has to know of machines at Daytona. */
export const daytonaMountProfile: MountProfile = {
  elevation: 'sudo',
  // A request that runs a command carries its environment in a field of its own, which is not recorded.
  secretsBy: 'environment',
  mayInstall: true,
  visibleTo: 'everyone',
  installHint: 'use a snapshot that has it',
  networkHint:
    'see whether networkBlockAll, networkAllowList and domainAllowList, or the limits of the account, let the machine reach it',
}
