import { BuildQueue, contentName } from '@caisson/kit/templates'
import { SdkLoader } from '../driver/sdk.js'
import { MountableBuild } from './mountable-build.js'
import type { MountableSnapshot, MountableSnapshotOptions } from './mountable-snapshot-options.js'
import { resolveSnapshotOptions, type ResolvedSnapshotOptions } from './resolve-snapshot-options.js'
import { SnapshotApi } from './snapshot-api.js'
import { defineSnapshot } from './snapshot-definition.js'
import { snapshotKind } from './snapshot-state.js'

const sdkLoader = new SdkLoader()
/** Of the whole process: the same snapshot is built once, whoever asks. */
const builds = new BuildQueue()

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
  const resolved = resolveSnapshotOptions(options)
  const { abortSignal, connection, tools, image, resources, logger } = resolved
  abortSignal?.throwIfAborted()
  const definition = await defineSnapshot(resolved)
  const sdk = await sdkLoader.load()
  const client = new sdk.Daytona({ ...connection, otelEnabled: false, useDeprecatedPolling: true })
  const api = new SnapshotApi(sdk, client.snapshot)
  const found = await api.find(definition.name)
  const kind = found && snapshotKind(found)
  const facts = { name: definition.name, tools, image, ...(resources === undefined ? {} : { resources }) }
  if (kind === 'usable') return { ...facts, action: 'reused' }
  const key = keyOf(resolved, definition.name)
  await builds.ensure(new MountableBuild({ key, definition, api, connection, logger, found }), {
    signal: abortSignal,
    limitMs: resolved.buildTimeoutMs,
    onBuildLog: resolved.onBuildLog,
    logger,
  })
  return { ...facts, action: kind === 'inactive' ? 'reused' : 'built' }
}

/** The same for the same snapshot of the same account. */
function keyOf({ connection }: ResolvedSnapshotOptions, name: string): string {
  return contentName('snapshot', { ...connection, name }, 64)
}
