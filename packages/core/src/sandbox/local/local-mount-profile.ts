import type { MountProfile } from '../../driver/mounter.js'

/** What mounting buckets on this host has to know. */
export const localMountProfile: MountProfile = {
  elevation: 'never',
  secretsBy: 'stdin',
  // The host belongs to its user.
  mayInstall: false,
  visibleTo: 'owner',
  installHint: 'install it on this host, or read the bucket through its filesystem without mounting it',
  networkHint: 'this host itself must reach it, whatever the isolated sandbox may do',
}
