import type { MountableSnapshot, MountableSnapshotOptions } from './mountable-snapshot-options.js'

/**
 * Makes sure that there is a snapshot with the programs that mount buckets, so that a sandbox of it installs nothing when it
 * starts:
 *
 * ```ts
 * const { name } = await createMountableSnapshot()
 * const sandbox = new DaytonaSandbox({ snapshot: name })
 * ```
 *
 * One that is there costs one request. Otherwise it is built, by this call or by whoever was faster, and waited for. One that
 * was not used for a while is activated; one whose build had failed is removed and built anew, once. Names are made of
 * what a snapshot is made of: an image of the same name that has changed meanwhile is not noticed.
 *
 * Throws `SandboxError` INVALID_ARGUMENT naming the option that is wrong, EXECUTION_FAILED with the last lines of the log for
 * a build that fails, `SandboxTimeoutError` with them after `buildTimeoutMs`, `SandboxProviderError` for credentials, quotas,
 * rate limits and the network, and the reason of `abortSignal`.
 */
export async function createMountableSnapshot(options: MountableSnapshotOptions = {}): Promise<MountableSnapshot> {
  // Most programs that import this package build nothing.
  const { ensureMountableSnapshot } = await import('./ensure-mountable-snapshot.js')
  return ensureMountableSnapshot(options)
}
