import type { Mounter, MountProfile } from '@caisson/core/driver'
import { FuseMounter } from './fuse-mounter.js'

const made = new WeakMap<MountProfile, Mounter>()

/**
 * Mounts buckets by FUSE in machines that a profile describes: with s3fs, gcsfuse and blobfuse2. The same profile always
 * gets the same mounter, so that core hands it all filesystems at once, whichever package they are from.
 */
export function createFuseMounter(profile: MountProfile): Mounter {
  const known = made.get(profile) ?? new FuseMounter(profile)
  made.set(profile, known)
  return known
}
