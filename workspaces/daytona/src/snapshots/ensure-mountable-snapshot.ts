import { releaseOnAbort } from '@caisson/kit/http'
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

/** See `createMountableSnapshot`. */
export async function ensureMountableSnapshot(options: MountableSnapshotOptions): Promise<MountableSnapshot> {
  const resolved = resolveSnapshotOptions(options)
  const { abortSignal, connection, tools, image, resources, logger } = resolved
  abortSignal?.throwIfAborted()
  const definition = await defineSnapshot(resolved)
  const sdk = await sdkLoader.load()
  const client = new sdk.Daytona({ ...connection, otelEnabled: false, useDeprecatedPolling: true })
  const api = new SnapshotApi(sdk, client.snapshot)
  const found = await releaseOnAbort(api.find(definition.name), abortSignal)
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
