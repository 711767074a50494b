import type { MountProfile } from '@caisson/core/driver'

/** What mounting has to know of machines at the platform. Whether one offers FUSE and root is seen when something is mounted. */
export const platformMountProfile: MountProfile = {
  elevation: 'sudo',
  // The first frame of a socket carries the environment in a field of its own.
  secretsBy: 'environment',
  mayInstall: true,
  visibleTo: 'everyone',
  installHint: 'use a template that has it',
  networkHint: 'see whether networkIsolation and the network of the environment let the machine reach it',
}
