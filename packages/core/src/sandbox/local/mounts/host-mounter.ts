import type { MounterResult, MountHost, Mounter, MountRequest } from '../../../driver/mounter.js'
import type { LocalMachine } from '../local-machine.js'
import type { BucketPlace } from './bucket-place.js'
import { runOnHost } from './run-on-host.js'

/** Something to mount, and where on the host. */
export interface PlacedRequest {
  readonly request: MountRequest
  readonly place: BucketPlace
}

/** A mount, and where on the host it is. */
export interface PlacedMount {
  readonly mountPath: string
  readonly place: BucketPlace
}

/** Puts a mounter to work on this host: translates paths there and back. Never rejects. */
export class HostMounter {
  readonly #mounter: Mounter

  constructor(mounter: Mounter) {
    this.#mounter = mounter
  }

  /** The results are in the order of the requests, and speak of the sandbox's paths. */
  async mount(
    host: MountHost<LocalMachine>,
    placed: readonly PlacedRequest[],
    signal: AbortSignal,
  ): Promise<MounterResult[]> {
    const requests = placed.map(({ request, place }) => ({ ...request, mountPath: place.target }))
    const work = (): ReturnType<Mounter['mount']> => this.#mounter.mount(innerHost(host), requests, signal)
    const mounts = placed.map(({ request, place }) => ({ mountPath: request.mountPath, place }))
    return answers(mounts, work)
  }

  /** The results are in the order of the mounts. */
  async unmount(
    host: MountHost<LocalMachine>,
    mounts: readonly PlacedMount[],
    signal: AbortSignal,
  ): Promise<MounterResult[]> {
    const targets = mounts.map(({ place }) => place.target)
    return answers(mounts, () => this.#mounter.unmount(innerHost(host), targets, signal))
  }
}

/** A failure of one path. */
export function failed(mountPath: string, error: unknown): MounterResult {
  return { success: false, mountPath, error: error instanceof Error ? error.message : String(error) }
}

async function answers(
  mounts: readonly PlacedMount[],
  work: () => Promise<readonly MounterResult[]>,
): Promise<MounterResult[]> {
  if (mounts.length === 0) return []
  try {
    const results = await work()
    return mounts.map(({ mountPath, place }) => {
      const result = results.find((candidate) => candidate.mountPath === place.target)
      if (!result) return failed(mountPath, 'The mounter did not say what became of it')
      const { error, ...rest } = result
      return { ...rest, mountPath, ...(error === undefined ? {} : { error: inTermsOf(mounts, error) }) }
    })
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return mounts.map(({ mountPath }) => failed(mountPath, inTermsOf(mounts, text)))
  }
}

/** Longer places first: one that is nested begins with the one around it. */
function inTermsOf(mounts: readonly PlacedMount[], text: string): string {
  return mounts
    .toSorted((left, right) => right.place.target.length - left.place.target.length)
    .reduce((translated, { mountPath, place }) => translated.replaceAll(place.target, mountPath), text)
}

/** The host as the machine of the mounter, which need not know that it is shared: its stale mounts are not its business. */
function innerHost({ handle, provider, sandboxId, logger }: MountHost<LocalMachine>): MountHost {
  const run: MountHost['run'] = (command, options) => runOnHost(handle, command, options)
  return { handle, provider, sandboxId, logger, run }
}
