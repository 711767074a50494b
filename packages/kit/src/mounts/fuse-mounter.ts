import type { Mounter, MounterResult, MountHost, MountProfile, MountRequest } from '@caisson/core/driver'

/** Mounts buckets by FUSE. */
export class FuseMounter implements Mounter {
  /** A destroyed machine takes its mounts with it, and what was closed before is in the bucket. */
  readonly outlivesMachine = false
  readonly #profile: MountProfile

  constructor(profile: MountProfile) {
    this.#profile = profile
  }

  async mount(_host: MountHost, requests: readonly MountRequest[]): Promise<readonly MounterResult[]> {
    const error = `to be done: ${this.#profile.elevation}`
    return requests.map(({ mountPath }) => ({ success: false, mountPath, error }))
  }

  async unmount(_host: MountHost, mountPaths: readonly string[]): Promise<readonly MounterResult[]> {
    return mountPaths.map((mountPath) => ({ success: true, mountPath }))
  }
}
