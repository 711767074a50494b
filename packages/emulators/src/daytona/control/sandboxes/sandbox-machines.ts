import { HttpFailure } from '../../../http/http-failure.js'
import type { MachineNetwork } from '../../../machine/index.js'
import type { SandboxImage } from '../images.js'
import { newToken } from './ids.js'
import { launchSettings } from './launch-settings.js'
import { cutsOff } from './network.js'
import type { Sandbox } from './sandbox.js'
import type { LifecycleContext } from './sandbox-changes.js'
import { cutConnections } from './sandbox-connections.js'
import { sandboxNotFound } from './sandbox-store.js'

/** Whether what is under way is still what the sandbox is to do. */
type IsCurrent = () => boolean

/** Starts and ends the machines of sandboxes, whatever their states are called. */
export class SandboxMachines {
  readonly #context: LifecycleContext
  readonly #onExit: (sandbox: Sandbox) => void
  readonly #endings = new Set<Promise<void>>()

  /** `onExit`: a machine has ended by itself. */
  constructor(context: LifecycleContext, onExit: (sandbox: Sandbox) => void) {
    this.#context = context
    this.#onExit = onExit
  }

  /** The first start. The image is held from here on, or let go. */
  async launch(sandbox: Sandbox, { disk, runtime }: SandboxImage, isCurrent: IsCurrent): Promise<void> {
    const { launcher, settings, secrets } = this.#context
    try {
      if (!isCurrent()) throw sandboxNotFound(sandbox.id)
      const launched = await launcher.launch({
        id: sandbox.id,
        disk,
        settings: launchSettings(sandbox, runtime, secrets, settings.organizationId),
        network: this.#network(sandbox),
        shared: sandbox.shares,
      })
      sandbox.body = { disk, runtime, launched }
    } catch (error) {
      await disk.release()
      throw error
    }
    await this.#started(sandbox, isCurrent)
  }

  /** New processes on the old disk. */
  async boot(sandbox: Sandbox, isCurrent: IsCurrent): Promise<void> {
    const { launcher, secrets, settings } = this.#context
    const { body } = sandbox
    if (body === undefined) throw new HttpFailure(400, 'Sandbox has no disk to start from')
    const given = launchSettings(sandbox, body.runtime, secrets, settings.organizationId)
    const launched = await launcher.relaunch(body.launched, given, this.#network(sandbox))
    sandbox.body = { ...body, launched }
    await this.#started(sandbox, isCurrent)
  }

  /** Ends all processes; the disk stays. */
  async halt(sandbox: Sandbox): Promise<void> {
    cutConnections(sandbox)
    await sandbox.body?.launched.machine.stopKeepingDisk()
  }

  /** Nothing is left. */
  async end(sandbox: Sandbox): Promise<void> {
    const ending = this.#end(sandbox).finally(() => this.#endings.delete(ending))
    this.#endings.add(ending)
    await ending
  }

  /** Resolves when all that is ending has ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#endings)
  }

  async #end(sandbox: Sandbox): Promise<void> {
    cutConnections(sandbox)
    await sandbox.body?.launched.machine.kill()
    await sandbox.body?.disk.release()
  }

  /** Cuts what runs off, or lets it out, as its settings say. */
  async applyNetwork({ body, network }: Sandbox): Promise<void> {
    if (body?.launched.machine.state !== 'running') return
    await this.#context.launcher.setNetwork(body.launched, cutsOff(network) ? 'cut' : 'host')
  }

  #network({ network }: Sandbox): MachineNetwork {
    if (this.#context.settings.ownNetworks) return 'private'
    return cutsOff(network) ? 'cut' : 'host'
  }

  async #started(sandbox: Sandbox, isCurrent: IsCurrent): Promise<void> {
    // Something happened to it while its machine came up.
    if (!isCurrent()) return sandbox.state === 'error' ? this.halt(sandbox) : this.end(sandbox)
    sandbox.previewToken = newToken()
    sandbox.errorReason = null
    sandbox.recoverable = false
    sandbox.lastActivityAt = new Date()
    void sandbox.body?.launched.machine.exited.then(({ reason }) => {
      if (reason === 'daemon') this.#onExit(sandbox)
    })
  }
}
