import type { MountRequest } from '../../driver/mounter.js'
import { currentTimeMs } from '../../util/ids.js'
import { bestEffort } from '../../util/logging.js'
import { startTimer } from '../../util/timer.js'
import { setMountState, type TableEntry } from './mount-entry.js'
import type { MountTableConfig } from './mount-table-config.js'
import { mountAll } from './mount-work.js'

/** Part of the remaining lifetime of credentials after which they are renewed. */
const renewAfter = 0.8
/** No renewal comes sooner after another: credentials that are always about to end would keep the machine busy. */
const leastWaitMs = 5000
/** Between attempts after the credentials have ended. */
const lateWaitMs = 60_000
/** How long one renewal may take. */
const limitMs = 120_000

/** Renews mounts whose credentials end, by mounting them anew while they are not in use. */
export class MountRefresh<Handle> {
  readonly #config: Pick<MountTableConfig<Handle>, 'host' | 'logger'>

  constructor(config: Pick<MountTableConfig<Handle>, 'host' | 'logger'>) {
    this.#config = config
  }

  /** Renews the mount when most of the time is over; without an end there is nothing to do. */
  schedule(mountPath: string, entry: TableEntry<Handle>, request: MountRequest, expiresAtMs: number | undefined): void {
    this.cancel(entry)
    if (expiresAtMs === undefined) return
    const remainingMs = expiresAtMs - currentTimeMs()
    const waitMs = remainingMs > 0 ? Math.max(remainingMs * renewAfter, leastWaitMs) : lateWaitMs
    const renew = (): void => {
      delete entry.refreshTimer
      void this.#renew(mountPath, entry, request, expiresAtMs)
    }
    entry.refreshTimer = startTimer(waitMs, renew, { background: true })
  }

  cancel(entry: TableEntry<Handle>): void {
    entry.refreshTimer?.cancel()
    delete entry.refreshTimer
  }

  async #renew(
    mountPath: string,
    entry: TableEntry<Handle>,
    request: MountRequest,
    expiresAtMs: number,
  ): Promise<void> {
    const logger = this.#config.logger()
    const { mounter } = entry
    const host = this.#config.host()
    if (!host || !mounter || entry.state !== 'mounted') return
    await bestEffort(`Renewing the credentials of ${mountPath}`, logger, async () => {
      const planned = [{ mounter, request: { ...request, refresh: true } }]
      const [result] = await mountAll(host, planned, AbortSignal.timeout(limitMs))
      // Unmounted, or ended with its machine, meanwhile.
      if (entry.state !== 'mounted' || entry.mounter !== mounter) return
      if (result?.success) return this.schedule(mountPath, entry, request, result.expiresAtMs)
      if (result?.busy) {
        logger.warn(
          `${mountPath} is in use, so its credentials are not renewed yet; they end at ${new Date(expiresAtMs).toISOString()}`,
        )
        return this.schedule(mountPath, entry, request, expiresAtMs)
      }
      setMountState(entry, 'error', result?.error ?? 'Renewing the credentials failed')
      logger.warn(`${mountPath} is no longer mounted: ${entry.error}`)
    })
  }
}
