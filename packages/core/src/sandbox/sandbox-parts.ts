import type { WorkspaceFilesystem } from '../contract/filesystem.js'
import type { StartOptions, StartResult } from '../contract/lifecycle.js'
import type { Logger } from '../contract/logger.js'
import type { MountOptions, MountResult } from '../contract/mount.js'
import type { Environment } from '../contract/process.js'
import type {
  SandboxFileInput,
  SandboxInfo,
  SandboxNetworking,
  SandboxStartHook,
  WorkspaceSandbox,
} from '../contract/sandbox.js'
import type { AcquireRequest } from '../driver/sandbox-driver.js'
import { checkAbortSignal, invalidArgument } from '../errors/argument-error.js'
import { MountNotSupportedError, SandboxAbortError } from '../errors/sandbox-errors.js'
import { isInHook } from '../lifecycle/hook-scope.js'
import { Lifecycle } from '../lifecycle/lifecycle.js'
import { translateError } from '../lifecycle/translate-error.js'
import { checkEnvironment, mergeEnvironments } from '../process/command-options.js'
import { ProcessManager } from '../process/process-manager.js'
import { currentTimeMs } from '../util/ids.js'
import { silentLogger } from '../util/logging.js'
import type { BaseSandboxConfig } from './base-sandbox-options.js'
import { checkFiles, writeFilesOneByOne } from './file-inputs.js'
import { MachineAccess } from './machine-access.js'
import { createMountTable, type MountTable } from './mounts/index.js'
import { portNetworking } from './port-networking.js'
import { SandboxFilesystem } from './sandbox-filesystem.js'

const defaultStartTimeoutMs = 300_000
const defaultKillGraceMs = 1000

/** The parts of a sandbox and how they hang together. Private to `BaseSandbox`, which only delegates. */
export class SandboxParts<Handle> {
  readonly config: BaseSandboxConfig<Handle>
  readonly lifecycle: Lifecycle<Handle>
  readonly access: MachineAccess<Handle>
  readonly processes: ProcessManager<Handle>
  readonly mounts: MountTable<Handle> | undefined
  readonly networking: SandboxNetworking | undefined
  readonly filesystem: WorkspaceFilesystem | undefined
  logger: Logger
  environment: Environment
  #startHook: SandboxStartHook | undefined
  readonly #sandbox: WorkspaceSandbox
  readonly #createdAt = new Date(currentTimeMs())
  #lastUsedAt: Date | undefined
  /** The machine that was last attached to; preferred over the logical id when it is looked up again. */
  #knownSandboxId: string | undefined

  constructor(sandbox: WorkspaceSandbox, config: BaseSandboxConfig<Handle>) {
    const { driver, options } = config
    checkEnvironment(options.env ?? {}, 'env')
    this.#sandbox = sandbox
    this.config = config
    this.logger = options.logger ?? silentLogger
    this.environment = { ...options.env }
    this.#startHook = options.onStart
    this.#knownSandboxId = config.sandboxId
    this.lifecycle = this.#createLifecycle()
    this.access = new MachineAccess(driver, this.lifecycle, options.restartOnGone ?? true)
    this.processes = this.#createProcesses()
    this.mounts = createMountTable(
      config,
      () => this.logger,
      () => this.lifecycle.handle,
    )
    this.mounts?.setContext({ sandbox })
    this.networking = portNetworking(driver, {
      known: () => this.#target(),
      lookUp: (signal) => driver.find({ ...this.#identity(), signal }),
      startTimeoutMs: options.startTimeoutMs ?? defaultStartTimeoutMs,
    })
    const open = driver.filesystem?.bind(driver)
    this.filesystem =
      open &&
      new SandboxFilesystem(
        { ...config, provider: driver.provider, status: () => this.lifecycle.status },
        this.access,
        open,
      )
  }

  get workingDirectory(): string | undefined {
    return this.config.options.workingDirectory
  }

  updateEnvironment(update: (env: Environment) => Environment): void {
    if (typeof update !== 'function')
      throw invalidArgument({ name: 'setEnv updater', expected: 'a function', given: update })
    const updated = update({ ...this.environment })
    checkEnvironment(updated, 'env')
    this.environment = { ...updated }
  }

  updateStartHook(update: (previous: SandboxStartHook | undefined) => SandboxStartHook): void {
    if (typeof update !== 'function')
      throw invalidArgument({ name: 'setOnStart updater', expected: 'a function', given: update })
    this.#startHook = update(this.#startHook)
  }

  async snapshot(): Promise<void> {
    const { driver } = this.config
    if (!driver.snapshot) return
    try {
      await driver.snapshot(this.lifecycle.handle)
    } catch (error) {
      throw translateError(driver, error, 'snapshot')
    }
  }

  async writeFiles(files: readonly SandboxFileInput[], signal: AbortSignal | undefined): Promise<void> {
    const { driver } = this.config
    checkAbortSignal(signal)
    checkFiles(files, driver.supports.fileModes, driver.provider)
    if (signal?.aborted) throw new SandboxAbortError('writeFiles', signal.reason, { retry: 'safe' })
    if (files.length === 0) return
    const write = driver.writeFiles?.bind(driver)
    await this.access.use(
      'write files',
      (handle) => (write ? write(handle, files, signal) : writeFilesOneByOne(driver, handle, files, signal)),
      signal,
    )
  }

  async start(options?: StartOptions): Promise<StartResult> {
    const result = await this.lifecycle.start(options)
    // A start that had something to do has mounted everything; this is for what was added to a running sandbox.
    if (this.mounts?.hasPending && !isInHook(this.lifecycle)) await this.mounts.processPending()
    return result
  }

  async mount(filesystem: WorkspaceFilesystem, mountPath: string, options?: MountOptions): Promise<MountResult> {
    const table = this.#requireMounts()
    table.check(filesystem, mountPath, options)
    await this.lifecycle.acquire(options?.abortSignal)
    return table.mount(filesystem, mountPath, options)
  }

  async unmount(mountPath: string, options?: MountOptions): Promise<void> {
    await this.#requireMounts().unmount(mountPath, options)
  }

  async info(): Promise<SandboxInfo> {
    const { driver, id, name } = this.config
    const observed = await this.#observed()
    // A driver may have exchanged the machine for another of the same identity since it was attached to.
    const sandboxId = this.#target()?.ref.sandboxId
    const entries = this.mounts && [...this.mounts.entries]
    const mounts = entries?.map(([path, { filesystem }]) => ({ path, filesystem: filesystem.provider }))
    return {
      createdAt: this.#createdAt,
      ...(this.#lastUsedAt ? { lastUsedAt: this.#lastUsedAt } : {}),
      ...observed,
      id,
      name,
      provider: driver.provider,
      status: this.lifecycle.status,
      ...(mounts ? { mounts } : {}),
      metadata: {
        ...observed.metadata,
        envNames: Object.keys(this.environment).filter((key) => this.environment[key] !== undefined),
        ...(sandboxId === undefined ? {} : { sandboxId }),
      },
    }
  }

  /** A machine that turns out to be gone is let go of: nothing is told of it any more. */
  async #observed(): Promise<Partial<SandboxInfo>> {
    const ask = async (): Promise<Partial<SandboxInfo>> => (await this.config.driver.info?.(this.#target())) ?? {}
    const { handle } = this.lifecycle
    try {
      return await ask()
    } catch (error) {
      if (handle === undefined) throw error
      const told = await this.access.translate('getInfo', handle, error)
      if (this.lifecycle.handle === handle) throw told
      return ask()
    }
  }

  #identity(): Omit<AcquireRequest, 'signal'> {
    return { id: this.config.id, sandboxId: this.#knownSandboxId, env: mergeEnvironments(this.environment) }
  }

  #createLifecycle(): Lifecycle<Handle> {
    const { driver, id, options } = this.config
    const sandbox = this.#sandbox
    return new Lifecycle({
      id,
      driver,
      startTimeoutMs: options.startTimeoutMs ?? defaultStartTimeoutMs,
      logger: () => this.logger,
      identity: () => this.#identity(),
      onStart: (outcome) => this.#startHook?.({ sandbox, outcome }),
      onStop: () => options.onStop?.({ sandbox }),
      onDestroy: () => options.onDestroy?.({ sandbox }),
      afterStart: async (handle, { outcome, remainingMs }) => {
        this.#knownSandboxId = driver.describe(handle).sandboxId
        await this.mounts?.mountAtStart(outcome, remainingMs)
      },
      beforeEnd: async (handle, end) => {
        if (handle !== undefined) await this.mounts?.unmountBeforeEnd(end)
      },
      expectEnd: (end, isExpected) => {
        if (end === 'destroy' || !driver.supports.processesSurviveStop) this.processes.expectEnd(isExpected)
      },
      afterEnd: (end, isOurs) => {
        // The machine that was lost, destroyed or removed by a stop must never be looked for again.
        if (end !== 'stop' || (isOurs && !driver.supports.filesSurviveStop)) this.#knownSandboxId = undefined
        if (end !== 'stop' || !driver.supports.processesSurviveStop) this.processes.abandonAll(isOurs)
        this.mounts?.resetToPending()
      },
    })
  }

  #createProcesses(): ProcessManager<Handle> {
    const { driver, options, defaultTimeoutMs, processManager: Manager = ProcessManager<Handle> } = this.config
    return new Manager({
      access: this.access,
      driver,
      logger: () => this.logger,
      killGraceMs: options.killGraceMs ?? defaultKillGraceMs,
      defaultTimeoutMs,
      environment: (perCall) => {
        this.#lastUsedAt = new Date(currentTimeMs())
        return mergeEnvironments(this.environment, perCall)
      },
      workingDirectory: () => this.workingDirectory,
    })
  }

  #target():
    | { ref: ReturnType<BaseSandboxConfig<Handle>['driver']['describe']>; handle: Handle | undefined }
    | undefined {
    const handle = this.lifecycle.handle
    if (handle !== undefined) return { ref: this.config.driver.describe(handle), handle }
    const sandboxId = this.#knownSandboxId
    return sandboxId === undefined ? undefined : { ref: { sandboxId, state: 'stopped' }, handle: undefined }
  }

  #requireMounts(): MountTable<Handle> {
    if (!this.mounts) throw new MountNotSupportedError(this.config.driver.provider)
    return this.mounts
  }
}
