import type { MountProfile } from '@caisson/core/driver'

/** What mounting has to know of machines at E2B. */
export const e2bMountProfile: MountProfile = {
  elevation: 'sudo',
  // Input would be two more requests.
  secretsBy: 'environment',
  mayInstall: true,
  visibleTo: 'everyone',
  installHint: 'use a template that has it',
  networkHint: 'see whether the option `network` lets the machine reach it',
}
