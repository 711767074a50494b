import type { MounterResult, MountHost, Mounter, MountRequest } from '../../driver/mounter.js'
import { raceSignal } from '../../util/race-signal.js'
import { inMountWaves } from './mount-waves.js'

/** A request and who carries it out. */
export interface PlannedMount<Handle> {
  readonly mounter: Mounter<Handle>
  readonly request: MountRequest
}

/** A mounted path and who unmounts it. */
export interface PlannedUnmount<Handle> {
  readonly mounter: Mounter<Handle>
  readonly mountPath: string
}

/** Outcome of one path; `isUnsettled` when nobody waited for the mounter's answer. */
export type WorkResult = MounterResult & { readonly isUnsettled?: boolean | undefined }

/** Mounts everything, parents first. Never rejects: a mounter that fails, or is given up, fails its own paths. */
export async function mountAll<Handle>(
  host: MountHost<Handle>,
  planned: readonly PlannedMount<Handle>[],
  signal: AbortSignal,
): Promise<readonly WorkResult[]> {
  const steps = planned.map(({ mounter, request }) => ({ worker: mounter, mountPath: request.mountPath, request }))
  const results: WorkResult[] = []
  for (const wave of inMountWaves<Mounter<Handle>, (typeof steps)[number]>(steps)) {
    const batches = [...wave].map(async ([mounter, batch]) => {
      const requests = batch.map(({ request }) => request)
      return settle(batch, signal, async () => mounter.mount(host, requests, signal))
    })
    results.push(...(await Promise.all(batches)).flat())
  }
  return results
}

/** Unmounts everything, children first. Never rejects. */
export async function unmountAll<Handle>(
  host: MountHost<Handle>,
  planned: readonly PlannedUnmount<Handle>[],
  signal: AbortSignal,
): Promise<readonly WorkResult[]> {
  const steps = planned.map(({ mounter, mountPath }) => ({ worker: mounter, mountPath }))
  const results: WorkResult[] = []
  for (const wave of inMountWaves<Mounter<Handle>, (typeof steps)[number]>(steps).toReversed()) {
    const batches = [...wave].map(async ([mounter, batch]) => {
      const paths = batch.map(({ mountPath }) => mountPath)
      return settle(batch, signal, async () => mounter.unmount(host, paths, signal))
    })
    results.push(...(await Promise.all(batches)).flat())
  }
  return results
}

async function settle(
  asked: readonly { readonly mountPath: string }[],
  signal: AbortSignal,
  work: () => Promise<readonly MounterResult[]>,
): Promise<readonly WorkResult[]> {
  try {
    signal.throwIfAborted()
    const answered = await raceSignal(work(), signal)
    return asked.map(({ mountPath }) => {
      return answered.find((result) => result.mountPath === mountPath) ?? { success: false, mountPath }
    })
  } catch (reason) {
    const error = reason instanceof Error ? reason.message : String(reason)
    return asked.map(({ mountPath }) => ({ success: false, mountPath, error, isUnsettled: true }))
  }
}
