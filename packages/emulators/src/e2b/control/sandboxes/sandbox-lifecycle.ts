import { Agent } from 'node:http'
import { HttpFailure } from '../../../http/http-failure.js'
import type { DiskHold } from '../../../disks/layer-store.js'
import type { EnvdInitialization } from '../machines/envd-client.js'
import type { LaunchedMachine, MachineLauncher } from '../machines/machine-launcher.js'
import { startTemplateCommand } from '../machines/start-command.js'
import { newSandboxId, newToken } from './ids.js'
import { cutsOff } from './network-settings.js'
import type { Sandbox, SandboxSettings } from './sandbox.js'
import { type SandboxStore, sandboxNotFound } from './sandbox-store.js'

/** The longest time a timer can wait; a later end is looked at again. */
const longestTimerMs = 2 ** 31 - 1

function makeAgent(): Agent {
  return new Agent({ keepAlive: true, maxFreeSockets: 16 })
}

function initializationOf({ runtime, envVars, templateId }: SandboxSettings, id: string): EnvdInitialization {
  const known = { E2B_SANDBOX: 'true', E2B_SANDBOX_ID: id, E2B_TEMPLATE_ID: templateId }
  return {
    envVars: { ...known, ...runtime.envVars, ...envVars },
    defaultUser: runtime.user,
    defaultWorkdir: runtime.workdir,
  }
}

/** A function, since the phase may change while something is awaited, which the compiler does not see. */
function isGone({ phase }: Sandbox): boolean {
  return phase === 'gone'
}

/** Makes, pauses, resumes and ends sandboxes. Changes of one sandbox happen one after another. */
export class SandboxLifecycle {
  readonly #store: SandboxStore
  readonly #launcher: MachineLauncher
  readonly #hasOwnNetworks: boolean
  readonly #endings = new Set<Promise<void>>()

  /** `ownNetworks`: of every sandbox, not only of those that are to be cut off. */
  constructor(store: SandboxStore, launcher: MachineLauncher, ownNetworks: boolean) {
    this.#store = store
    this.#launcher = launcher
    this.#hasOwnNetworks = ownNetworks
  }

  /** Takes over the hold on the disk. */
  async create(settings: SandboxSettings, disk: DiskHold): Promise<Sandbox> {
    const id = newSandboxId()
    const envdToken = settings.isSecure ? newToken() : undefined
    const sequence = this.#store.nextSequence()
    const launched = await this.#launch(id, envdToken, settings, disk)
    const startedAt = new Date()
    const sandbox: Sandbox = {
      id,
      settings,
      sequence,
      envdToken,
      launched,
      disk,
      startedAt,
      trafficToken: settings.network.allowPublicTraffic === false ? newToken() : undefined,
      endAt: new Date(startedAt.getTime() + settings.timeoutMs),
      phase: 'running',
      hasMemory: true,
      network: settings.network,
      timer: undefined,
      agent: makeAgent(),
      cuts: new Set(),
      metrics: [],
      transition: Promise.resolve(),
    }
    this.#store.add(sandbox)
    this.#arm(sandbox)
    this.#watch(sandbox)
    return sandbox
  }

  /** On failure nothing is left, and nothing is held. */
  async #launch(
    id: string,
    accessToken: string | undefined,
    settings: SandboxSettings,
    disk: DiskHold,
  ): Promise<LaunchedMachine> {
    const isCutOff = cutsOff(settings.network) || this.#hasOwnNetworks
    const initialization = initializationOf(settings, id)
    let launched: LaunchedMachine | undefined
    try {
      launched = await this.#launcher.launch({ id, accessToken, disk, isCutOff, initialization })
      await startTemplateCommand(launched.envd, settings.runtime)
      return launched
    } catch (error) {
      await launched?.machine.kill()
      await disk.release()
      throw error
    }
  }

  /** Sets the end, counted from now. */
  setEnd(sandbox: Sandbox, timeoutMs: number): void {
    sandbox.endAt = new Date(Date.now() + timeoutMs)
    this.#arm(sandbox)
  }

  /** Pauses; throws a 409 when it is paused already. */
  pause(sandbox: Sandbox, keepsMemory: boolean): Promise<void> {
    return this.#exclusive(sandbox, async () => {
      if (sandbox.phase === 'paused') {
        throw new HttpFailure(409, `Error pausing sandbox - sandbox '${sandbox.id}' is already paused`)
      }
      sandbox.phase = 'paused'
      sandbox.hasMemory = keepsMemory
      sandbox.endAt = new Date()
      clearTimeout(sandbox.timer)
      this.#cut(sandbox)
      const { machine } = sandbox.launched
      try {
        await (keepsMemory ? machine.freeze() : machine.stopKeepingDisk())
      } catch (error) {
        // Half paused is no state that clients know.
        await this.kill(sandbox)
        throw error
      }
    })
  }

  /** Resolves with false when it is running already. `reboot` gives up the processes that a pause has kept. */
  resume(sandbox: Sandbox, timeoutMs: number, reboot = false): Promise<boolean> {
    return this.#exclusive(sandbox, async () => {
      if (sandbox.phase === 'running') return false
      const { launched, settings } = sandbox
      if (reboot && launched.machine.state === 'frozen') await launched.machine.stopKeepingDisk()
      if (launched.machine.state === 'frozen') await launched.machine.thaw()
      else {
        await this.#launcher.relaunch(launched, initializationOf(settings, sandbox.id))
        await startTemplateCommand(launched.envd, settings.runtime)
        this.#watch(sandbox)
      }
      sandbox.phase = 'running'
      this.setEnd(sandbox, timeoutMs)
      return true
    })
  }

  /** From the call on the sandbox does not exist; resolves when nothing is left of it. */
  async kill(sandbox: Sandbox): Promise<void> {
    if (sandbox.phase === 'gone') return
    sandbox.phase = 'gone'
    this.#store.remove(sandbox)
    clearTimeout(sandbox.timer)
    this.#cut(sandbox)
    const ending = this.#end(sandbox).finally(() => this.#endings.delete(ending))
    this.#endings.add(ending)
    await ending
  }

  /** What happens at the end of its time. */
  async expire(sandbox: Sandbox): Promise<void> {
    const { onTimeout, keepsMemory } = sandbox.settings
    if (onTimeout === 'kill') await this.kill(sandbox)
    else if (sandbox.phase === 'running') await this.pause(sandbox, keepsMemory)
  }

  /** Runs something while the sandbox's processes stand still, and leaves it as it was. */
  whileStill<T>(sandbox: Sandbox, work: () => Promise<T>): Promise<T> {
    return this.#exclusive(sandbox, async () => {
      const { machine } = sandbox.launched
      if (machine.state !== 'running') return work()
      await machine.freeze()
      try {
        return await work()
      } finally {
        // A kill does not wait for this work.
        if (!isGone(sandbox)) await machine.thaw()
      }
    })
  }

  async killAll(): Promise<void> {
    await Promise.all(this.#store.all().map((sandbox) => this.kill(sandbox)))
    await Promise.allSettled(this.#endings)
  }

  async #end({ launched, disk }: Sandbox): Promise<void> {
    await launched.machine.kill()
    await disk.release()
  }

  #exclusive<T>(sandbox: Sandbox, work: () => Promise<T>): Promise<T> {
    const result = sandbox.transition.then(() => {
      if (sandbox.phase === 'gone') throw sandboxNotFound(sandbox.id)
      return work()
    })
    sandbox.transition = result.catch(() => undefined)
    return result
  }

  /** The phase must have changed before: clients look at the sandbox as soon as their connection ends. */
  #cut(sandbox: Sandbox): void {
    for (const cut of sandbox.cuts) cut()
    sandbox.cuts.clear()
    sandbox.agent.destroy()
    sandbox.agent = makeAgent()
  }

  #arm(sandbox: Sandbox): void {
    clearTimeout(sandbox.timer)
    const remainingMs = sandbox.endAt.getTime() - Date.now()
    const timer = setTimeout(
      () => {
        if (sandbox.phase !== 'running') return
        if (sandbox.endAt.getTime() > Date.now()) this.#arm(sandbox)
        else void this.expire(sandbox).catch(() => this.kill(sandbox))
      },
      Math.min(Math.max(remainingMs, 0), longestTimerMs),
    )
    timer.unref()
    sandbox.timer = timer
  }

  /** A sandbox whose daemon has ended answers nobody any more. */
  #watch(sandbox: Sandbox): void {
    void sandbox.launched.machine.exited.then(async ({ reason }) => {
      if (reason === 'daemon') await this.kill(sandbox)
    })
  }
}
