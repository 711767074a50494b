import { realpath } from 'node:fs/promises'
import type { MounterResult, MountHost, Mounter, MountRequest } from '../../../driver/mounter.js'
import { MountError } from '../../../errors/sandbox-errors.js'
import { isBelow } from '../command-directory.js'
import { hostExitGuard } from '../host-exit-guard.js'
import type { LocalMachine } from '../local-machine.js'
import { abandonedPlaces, removeAbandonedPlace } from './abandoned-places.js'
import { bucketPlace, makePlace, placeWithin, removePlace, type BucketPlace } from './bucket-place.js'
import { fuseObstacle } from './fuse-obstacle.js'
import { failed, HostMounter, type PlacedMount, type PlacedRequest } from './host-mounter.js'
import { checkPlace, linkLocation, makeLink, removeLink, restoreDirectory } from './link-place.js'
import { claimPlace, otherOwners, releasePlace } from './place-owners.js'
import { removeFromViews } from './remove-from-views.js'

/**
 * Mounts what brings a mounter of its own: on the host, outside of all isolation, at a place of its own, and shows it in
 * the working directory by a link, as `LocalMounter` does with directories. An isolated sandbox is given the place, and
 * needs neither a network nor any right to mount. What belongs inside of another such mount is mounted there, without a link.
 */
export class BucketMounter implements Mounter<LocalMachine> {
  /** The host does not end with the sandbox. */
  readonly outlivesMachine = true
  readonly #mounter: HostMounter
  readonly #onChange: (machine: LocalMachine) => void
  /** The places of a machine by mount path: where files are temporary may change while it runs. */
  readonly #places = new WeakMap<LocalMachine, Map<string, BucketPlace>>()

  constructor(mounter: Mounter, onChange: (machine: LocalMachine) => void) {
    this.#mounter = new HostMounter(mounter)
    this.#onChange = onChange
  }

  async mount(
    host: MountHost<LocalMachine>,
    requests: readonly MountRequest[],
    signal: AbortSignal,
  ): Promise<readonly MounterResult[]> {
    const obstacle = await fuseObstacle()
    if (obstacle) return requests.map(({ mountPath }) => ({ success: false, mountPath, ...obstacle }))
    await this.#removeAbandoned(host, requests, signal)
    const results: MounterResult[] = []
    for (let rest = requests; rest.length > 0;) {
      const { outer, inner } = splitNested(rest)
      results.push(...(await this.#mountSideBySide(host, outer, signal)))
      rest = inner
    }
    this.#onChange(host.handle)
    return results
  }

  async unmount(
    host: MountHost<LocalMachine>,
    mountPaths: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly MounterResult[]> {
    const { handle: machine } = host
    const results: MounterResult[] = []
    const mounts: PlacedMount[] = []
    for (const mountPath of mountPaths) {
      const known = this.#places.get(machine)?.get(mountPath)
      const place = known ?? (await bucketPlace(machine.workingDirectory, mountPath))
      if (await isShared(machine, place)) {
        await this.#forget(machine, { mountPath, place })
        results.push({ success: true, mountPath })
      } else {
        await removeLink(linkLocation(machine.workingDirectory, mountPath), place.target)
        mounts.push({ mountPath, place })
      }
    }
    const removed = new Set<PlacedMount>()
    // What lies in another mount before that one.
    for (const mount of mounts.toSorted((left, right) => right.mountPath.length - left.mountPath.length))
      if (await removeFromViews(machine, mount.place)) removed.add(mount)
    // Also asked for what is gone already: the mounter keeps records of its own.
    const answers = await this.#mounter.unmount(host, mounts, signal)
    for (const [index, mount] of mounts.entries()) {
      const { mountPath } = mount
      const answer = removed.has(mount) ? { success: true, mountPath, busy: true } : answers[index]
      if (answer) results.push(await this.#settleUnmount(machine, mount, answer))
    }
    this.#onChange(machine)
    return results
  }

  async #mountSideBySide(
    host: MountHost<LocalMachine>,
    requests: readonly MountRequest[],
    signal: AbortSignal,
  ): Promise<MounterResult[]> {
    const results: MounterResult[] = []
    const prepared: PlacedRequest[] = []
    for (const request of requests) {
      try {
        prepared.push({ request, place: await this.#prepare(host.handle, request) })
      } catch (error) {
        results.push(failed(request.mountPath, error))
      }
    }
    const answers = await this.#mounter.mount(host, prepared, signal)
    for (const [index, placed] of prepared.entries()) {
      const answer = answers[index]
      if (answer) results.push(await this.#settle(host, placed, answer))
    }
    return results
  }

  /** Looks whether the mount may be made before it is, and makes a place for it. */
  async #prepare(machine: LocalMachine, { mountPath, configHash, refresh }: MountRequest): Promise<BucketPlace> {
    const { workingDirectory, processes } = machine
    const places = this.#places.get(machine)
    const place =
      places?.get(mountPath) ??
      placeWithin(machine.mounts, mountPath) ??
      (await bucketPlace(workingDirectory, mountPath))
    if (!place.isNested) {
      const location = linkLocation(workingDirectory, mountPath)
      if (isBelow(await realpath(workingDirectory), place.frame)) {
        const message = `The directory for temporary files is in the working directory ${workingDirectory}`
        throw new MountError(`${message}: set TMPDIR to a directory outside of it`, mountPath)
      }
      if (!refresh) await checkPlace({ workingDirectory, mountPath, target: place.target })
      await makePlace(place, location, mountPath)
      const others = await otherOwners(place, processes.tag.machine)
      if (others.some((owner) => owner.configHash !== configHash)) {
        const message = `Another sandbox of ${workingDirectory} has mounted something else at ${mountPath}`
        throw new MountError(message, mountPath)
      }
      await claimPlace(place, { tag: processes.tag.machine, configHash })
      processes.frames.add(place.frame)
      hostExitGuard.enter(processes)
    }
    places?.set(mountPath, place)
    return place
  }

  /** Shows what was mounted; what was not leaves no trace. */
  async #settle(
    host: MountHost<LocalMachine>,
    { request, place }: PlacedRequest,
    answer: MounterResult,
  ): Promise<MounterResult> {
    const { handle: machine } = host
    const mount = { mountPath: request.mountPath, place }
    if (!answer.success) {
      if (!answer.busy) await this.#clear(machine, mount)
      return answer
    }
    try {
      if (!place.isNested) await this.#show(machine, mount, request)
      return answer
    } catch (error) {
      await this.#mounter.unmount(host, [mount], new AbortController().signal)
      await this.#clear(machine, mount)
      return failed(mount.mountPath, error)
    }
  }

  async #show(
    machine: LocalMachine,
    { mountPath, place: { frame, target } }: PlacedMount,
    { filesystem, config }: Pick<MountRequest, 'filesystem' | 'config'>,
  ): Promise<void> {
    const { workingDirectory, mounts } = machine
    const link = await makeLink({ workingDirectory, mountPath, target })
    const readOnly = filesystem.readOnly === true || config['readOnly'] === true
    mounts.set(mountPath, { coveredMode: mounts.get(mountPath)?.coveredMode, ...link, target, readOnly, frame })
  }

  async #settleUnmount(machine: LocalMachine, mount: PlacedMount, answer: MounterResult): Promise<MounterResult> {
    const { mountPath, place } = mount
    if (answer.success) {
      await this.#clear(machine, mount)
      return answer
    }
    const { workingDirectory } = machine
    if (machine.mounts.has(mountPath)) await makeLink({ workingDirectory, mountPath, target: place.target })
    return answer
  }

  /** Removes what belongs to a mount that is not there. Where something is mounted all the same, it stays known as ours. */
  async #clear(machine: LocalMachine, mount: PlacedMount): Promise<void> {
    const { mountPath, place } = mount
    const { tag, frames } = machine.processes
    if (place.isNested) return void this.#places.get(machine)?.delete(mountPath)
    await removeLink(linkLocation(machine.workingDirectory, mountPath), place.target)
    if (await isShared(machine, place)) return this.#forget(machine, mount)
    const shown = machine.mounts.get(mountPath)
    machine.mounts.delete(mountPath)
    if (shown) await restoreDirectory(shown)
    await releasePlace(place, tag.machine)
    if (await removePlace(place)) {
      frames.delete(place.frame)
      this.#places.get(machine)?.delete(mountPath)
    } else {
      await claimPlace(place, { tag: tag.machine, configHash: '' })
    }
  }

  /** Leaves a mount to the others that use it. */
  async #forget(machine: LocalMachine, { mountPath, place }: PlacedMount): Promise<void> {
    machine.mounts.delete(mountPath)
    machine.processes.frames.delete(place.frame)
    this.#places.get(machine)?.delete(mountPath)
    await releasePlace(place, machine.processes.tag.machine)
  }

  /** Unmounts, once for a machine, what a host process left that ended without doing so. */
  async #removeAbandoned(
    host: MountHost<LocalMachine>,
    requests: readonly MountRequest[],
    signal: AbortSignal,
  ): Promise<void> {
    const { handle: machine, wanted = [], logger } = host
    if (this.#places.has(machine)) return
    this.#places.set(machine, new Map())
    const kept = new Set(machine.processes.frames)
    for (const mountPath of [...wanted, ...requests.map((request) => request.mountPath)]) {
      kept.add((await bucketPlace(machine.workingDirectory, mountPath)).frame)
    }
    const abandoned = await abandonedPlaces(machine, kept)
    const mounts = abandoned.map((place) => ({ mountPath: place.target, place }))
    for (const { success, mountPath, error } of await this.#mounter.unmount(host, mounts, signal)) {
      if (!success) logger.warn(`Unmounting what was left at ${mountPath} failed: ${error}`)
    }
    for (const place of abandoned) await removeAbandonedPlace(place, logger)
  }
}

async function isShared({ processes }: LocalMachine, place: BucketPlace): Promise<boolean> {
  return !place.isNested && (await otherOwners(place, processes.tag.machine)).length > 0
}

/** What can be mounted side by side, and what lies in that. */
function splitNested(requests: readonly MountRequest[]): { outer: MountRequest[]; inner: MountRequest[] } {
  const isInner = ({ mountPath }: MountRequest): boolean =>
    requests.some((other) => mountPath.startsWith(`${other.mountPath}/`))
  return { outer: requests.filter((request) => !isInner(request)), inner: requests.filter(isInner) }
}
