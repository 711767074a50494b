import type { MounterResult, MountHost, Mounter, MountRequest } from '../../../driver/mounter.js'
import { MountError } from '../../../errors/sandbox-errors.js'
import { hostExitGuard } from '../host-exit-guard.js'
import type { LocalMachine } from '../local-machine.js'
import { abandonedPlaces, removeAbandonedPlace } from './abandoned-places.js'
import { bucketPlace, makePlace, removePlace, type BucketPlace } from './bucket-place.js'
import { fuseObstacle } from './fuse-obstacle.js'
import { checkPlace, linkLocation, makeLink, removeLink } from './link-place.js'
import { claimPlace, otherOwners, releasePlace } from './place-owners.js'
import { runOnHost } from './run-on-host.js'

/** A request with the place that was made for it. */
interface Prepared {
  readonly request: MountRequest
  readonly place: BucketPlace
}

/**
 * Mounts what brings a mounter of its own: on the host, outside of all isolation, at a place of its own, and shows it in
 * the working directory by a link, as `LocalMounter` does with directories. An isolated sandbox is given the place, and
 * needs neither a network nor any right to mount.
 */
export class BucketMounter implements Mounter<LocalMachine> {
  /** The host does not end with the sandbox. */
  readonly outlivesMachine = true
  readonly #inner: Mounter
  readonly #onChange: (machine: LocalMachine) => void
  /** The places of a machine by mount path: where files are temporary may change while it runs. */
  readonly #places = new WeakMap<LocalMachine, Map<string, BucketPlace>>()

  constructor(inner: Mounter, onChange: (machine: LocalMachine) => void) {
    this.#inner = inner
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
    const prepared: Prepared[] = []
    for (const request of requests) {
      try {
        prepared.push({ request, place: await this.#prepare(host.handle, request) })
      } catch (error) {
        results.push(failed(request.mountPath, error))
      }
    }
    const answers = await this.#mountInner(host, prepared, signal)
    for (const one of prepared) results.push(await this.#settle(host, one, answers))
    this.#onChange(host.handle)
    return results
  }

  async unmount(
    host: MountHost<LocalMachine>,
    mountPaths: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly MounterResult[]> {
    const results: MounterResult[] = []
    const places = new Map<string, BucketPlace>()
    for (const mountPath of mountPaths) {
      const place = await this.#placeOf(host.handle, mountPath)
      if (await this.#isShared(host.handle, place)) {
        await this.#forget(host.handle, mountPath, place)
        results.push({ success: true, mountPath })
      } else {
        await removeLink(linkLocation(host.handle.workingDirectory, mountPath), place.target)
        places.set(mountPath, place)
      }
    }
    const answers = await this.#unmountInner(host, [...places.values()], signal)
    for (const [mountPath, place] of places) {
      results.push(await this.#settleUnmount(host.handle, { mountPath, place }, answerFor(answers, place, mountPath)))
    }
    this.#onChange(host.handle)
    return results
  }

  async #placeOf(machine: LocalMachine, mountPath: string): Promise<BucketPlace> {
    const places = this.#places.get(machine)
    const place = places?.get(mountPath) ?? (await bucketPlace(machine.workingDirectory, mountPath))
    places?.set(mountPath, place)
    return place
  }

  /** Looks whether the mount may be made before it is, and makes a place for it. */
  async #prepare(machine: LocalMachine, { mountPath, configHash, refresh }: MountRequest): Promise<BucketPlace> {
    const { workingDirectory, processes } = machine
    const place = await this.#placeOf(machine, mountPath)
    const location = linkLocation(workingDirectory, mountPath)
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
    return place
  }

  async #mountInner(
    host: MountHost<LocalMachine>,
    prepared: readonly Prepared[],
    signal: AbortSignal,
  ): Promise<readonly MounterResult[]> {
    if (prepared.length === 0) return []
    const requests = prepared.map(({ request, place }) => ({ ...request, mountPath: place.target }))
    try {
      return await this.#inner.mount(innerHost(host), requests, signal)
    } catch (error) {
      return requests.map(({ mountPath }) => failed(mountPath, error))
    }
  }

  async #unmountInner(
    host: MountHost<LocalMachine>,
    places: readonly BucketPlace[],
    signal: AbortSignal,
  ): Promise<readonly MounterResult[]> {
    if (places.length === 0) return []
    const targets = places.map(({ target }) => target)
    try {
      return await this.#inner.unmount(innerHost(host), targets, signal)
    } catch (error) {
      return targets.map((target) => failed(target, error))
    }
  }

  /** Shows what was mounted; what was not leaves no trace. */
  async #settle(
    host: MountHost<LocalMachine>,
    { request, place }: Prepared,
    answers: readonly MounterResult[],
  ): Promise<MounterResult> {
    const { handle: machine } = host
    const { mountPath } = request
    const answer = answerFor(answers, place, mountPath)
    if (!answer.success) {
      if (!answer.busy) await this.#clear(machine, mountPath, place)
      return answer
    }
    try {
      const { workingDirectory } = machine
      const location = await makeLink({ workingDirectory, mountPath, target: place.target })
      const readOnly = request.filesystem.readOnly === true || request.config['readOnly'] === true
      machine.mounts.set(mountPath, { location, target: place.target, readOnly, frame: place.frame })
      return answer
    } catch (error) {
      await this.#unmountInner(host, [place], new AbortController().signal)
      await this.#clear(machine, mountPath, place)
      return failed(mountPath, error)
    }
  }

  async #settleUnmount(
    machine: LocalMachine,
    { mountPath, place }: { mountPath: string; place: BucketPlace },
    answer: MounterResult,
  ): Promise<MounterResult> {
    if (answer.success) {
      await this.#clear(machine, mountPath, place)
      return answer
    }
    const { workingDirectory } = machine
    if (machine.mounts.has(mountPath)) await makeLink({ workingDirectory, mountPath, target: place.target })
    return answer
  }

  /** Removes what belongs to a mount that is not there. Where something is mounted all the same, it stays known as ours. */
  async #clear(machine: LocalMachine, mountPath: string, place: BucketPlace): Promise<void> {
    await removeLink(linkLocation(machine.workingDirectory, mountPath), place.target)
    if (await this.#isShared(machine, place)) return this.#forget(machine, mountPath, place)
    machine.mounts.delete(mountPath)
    await releasePlace(place, machine.processes.tag.machine)
    if (await removePlace(place)) return void machine.processes.frames.delete(place.frame)
    await claimPlace(place, { tag: machine.processes.tag.machine, configHash: '' })
  }

  /** Leaves a mount to the others that use it. */
  async #forget(machine: LocalMachine, mountPath: string, place: BucketPlace): Promise<void> {
    machine.mounts.delete(mountPath)
    machine.processes.frames.delete(place.frame)
    await releasePlace(place, machine.processes.tag.machine)
  }

  async #isShared({ processes }: LocalMachine, place: BucketPlace): Promise<boolean> {
    return (await otherOwners(place, processes.tag.machine)).length > 0
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
    const kept = new Set<string>()
    for (const mountPath of [...wanted, ...requests.map((request) => request.mountPath)]) {
      kept.add((await this.#placeOf(machine, mountPath)).frame)
    }
    for (const frame of machine.processes.frames) kept.add(frame)
    const abandoned = await abandonedPlaces(machine, kept)
    for (const answer of await this.#unmountInner(host, abandoned, signal)) {
      if (!answer.success) logger.warn(`Unmounting what was left at ${answer.mountPath} failed: ${answer.error}`)
    }
    for (const place of abandoned) await removeAbandonedPlace(place, logger)
  }
}

/** The host as the machine of the mounter, which need not know that it is shared: its stale mounts are not its business. */
function innerHost({ handle, provider, sandboxId, logger }: MountHost<LocalMachine>): MountHost {
  const run: MountHost['run'] = (command, options) => runOnHost(handle, command, options)
  return { handle, provider, sandboxId, logger, run }
}

/** What became of a place, in terms of the sandbox. */
function answerFor(answers: readonly MounterResult[], { target }: BucketPlace, mountPath: string): MounterResult {
  const answer = answers.find((candidate) => candidate.mountPath === target)
  if (!answer) return { success: false, mountPath, error: 'The mounter did not say what became of it' }
  const { error, ...rest } = answer
  return { ...rest, mountPath, ...(error === undefined ? {} : { error: error.replaceAll(target, mountPath) }) }
}

function failed(mountPath: string, error: unknown): MounterResult {
  return { success: false, mountPath, error: error instanceof Error ? error.message : String(error) }
}
