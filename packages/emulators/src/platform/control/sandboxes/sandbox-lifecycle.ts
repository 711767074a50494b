import { randomUUID } from 'node:crypto'
import { networkGroupOf, PrivateNetworks } from '../../agent/index.js'
import type { Capturer, CaptureStatus } from '../checkpoints/capturer.js'
import type { CloudSettings } from '../cloud-settings.js'
import { gone, quotaExceeded } from '../failures.js'
import type { Backend } from '../project-place.js'
import type { TemplateChoice } from '../templates/index.js'
import { chooseImage, type ImageSources } from './choose-image.js'
import { IdleClock } from './idle-clock.js'
import type { Creation } from './read-creation.js'
import type { Sandbox, SandboxScope } from './sandbox.js'
import type { SandboxMaker } from './sandbox-maker.js'
import type { SandboxStore } from './sandbox-store.js'

export interface LifecycleParts {
  readonly store: SandboxStore
  readonly maker: SandboxMaker
  readonly sources: ImageSources
  readonly capturer: Capturer
  readonly settings: CloudSettings
}

export interface CreatedSandbox extends Pick<TemplateChoice, 'templatePending'> {
  readonly sandbox: Sandbox
}

/** Begins and ends sandboxes. */
export class SandboxLifecycle {
  readonly #parts: LifecycleParts
  readonly #clock: IdleClock
  readonly #networks = new PrivateNetworks()
  readonly #creations = new Set<Promise<unknown>>()
  readonly #endings = new Set<Promise<void>>()
  /** Counts how often everything was ended: what comes up later than that is ended too. */
  #generation = 0
  #comingUp = 0

  constructor(parts: LifecycleParts) {
    this.#parts = parts
    this.#clock = new IdleClock(parts.settings.minuteMs, (sandbox) => void this.expire(sandbox))
  }

  /** Resolves when its agent answers. Throws a 400 for a template that makes no sense, and a 403 when there are too many. */
  async create(creation: Creation, projectId: string, backend: Backend): Promise<CreatedSandbox> {
    const { store, settings } = this.#parts
    if (store.running().length + this.#comingUp >= settings.sandboxLimit) throw quotaExceeded(settings.sandboxLimit)
    const scope = { projectId, environmentId: creation.environmentId }
    this.#comingUp += 1
    const created = this.#bringUp(creation, scope, backend).finally(() => {
      this.#comingUp -= 1
      this.#creations.delete(created)
    })
    this.#creations.add(created)
    return created
  }

  /** Something was asked of the sandbox. */
  touch(sandbox: Sandbox): void {
    this.#clock.touch(sandbox)
  }

  /** Something begins that keeps it alive, and that `cut` ends; what is returned says that it is over. */
  begin(sandbox: Sandbox, cut: () => void): () => void {
    sandbox.cuts.add(cut)
    this.touch(sandbox)
    return () => {
      if (sandbox.cuts.delete(cut)) this.touch(sandbox)
    }
  }

  async capture(sandbox: Sandbox, name: string): Promise<CaptureStatus> {
    return this.#parts.capturer.capture(sandbox, name)
  }

  /** As idle time does it: what is on its disk is kept as a checkpoint. */
  async expire(sandbox: Sandbox): Promise<void> {
    const { lastActivityAt } = sandbox
    await this.#captureQuietly(sandbox)
    // Somebody came back just then.
    const isWanted = sandbox.lastActivityAt !== lastActivityAt || sandbox.cuts.size > 0
    if (!isWanted) await this.destroy(sandbox)
    else this.touch(sandbox)
  }

  /** Resolves when nothing is left of it. Everyone who asks gets the same end. */
  destroy(sandbox: Sandbox): Promise<void> {
    if (sandbox.ending === undefined) {
      sandbox.ending = this.#end(sandbox).finally(() => this.#endings.delete(sandbox.ending ?? Promise.resolve()))
      this.#endings.add(sandbox.ending)
    }
    return sandbox.ending
  }

  /** Ends all, and what is just coming up. */
  async destroyAll(): Promise<void> {
    this.#generation += 1
    await Promise.allSettled(this.#creations)
    await Promise.all(this.#parts.store.running().map((sandbox) => this.destroy(sandbox)))
    await Promise.allSettled(this.#endings)
    this.#parts.store.clear()
  }

  async #bringUp(creation: Creation, scope: SandboxScope, backend: Backend): Promise<CreatedSandbox> {
    const { maker, sources, store, settings } = this.#parts
    const generation = this.#generation
    const { image, templatePending } = chooseImage(sources, creation, scope, backend)
    const id = randomUUID()
    const networkGroup = networkGroupOf(creation.isolation, JSON.stringify(scope), id)
    const sandbox = await maker.make({ id, creation, scope, backend, image, networkGroup }, (made, cut) =>
      this.begin(made, cut),
    )
    store.add(sandbox)
    if (generation !== this.#generation) {
      await this.destroy(sandbox)
      throw gone(id)
    }
    const { machine } = sandbox
    void machine.exited.then(({ reason }) => (reason === 'daemon' ? this.destroy(sandbox) : undefined))
    await this.#networks.join(networkGroup, { sandboxId: id, socketPath: machine.socketPath, address: machine.address })
    if (sandbox.destroyedAt !== undefined) {
      // It has ended by itself meanwhile, before there was anything to leave or to disarm.
      await this.#networks.leave(networkGroup, id)
      return { sandbox, templatePending }
    }
    sandbox.captureTimer = setInterval(() => void this.#captureQuietly(sandbox), settings.checkpointIntervalMs)
    sandbox.captureTimer.unref()
    this.touch(sandbox)
    return { sandbox, templatePending }
  }

  /** For captures that nobody waits for: a disk that cannot be copied keeps the checkpoint of before. */
  async #captureQuietly(sandbox: Sandbox): Promise<void> {
    await this.capture(sandbox, sandbox.recoveryId).catch(() => undefined)
  }

  async #end(sandbox: Sandbox): Promise<void> {
    sandbox.destroyedAt = new Date()
    this.#clock.disarm(sandbox)
    clearInterval(sandbox.captureTimer)
    for (const cut of sandbox.cuts) cut()
    await sandbox.instance?.close()
    // A copy that is being made is of use to whoever comes next.
    await sandbox.capture?.done.catch(() => undefined)
    await sandbox.machine.kill()
    await sandbox.image.disk.release()
    await this.#networks.leave(sandbox.networkGroup, sandbox.id)
  }
}
