import type { WorkspaceFilesystem } from '../contract/filesystem.js'
import type { AbortOptions, ProviderStatus, StartOptions, StartResult } from '../contract/lifecycle.js'
import type { Logger } from '../contract/logger.js'
import type { MountOptions, MountResult } from '../contract/mount.js'
import type { CommandResult, Environment, ExecuteCommandOptions, SandboxProcessManager } from '../contract/process.js'
import type { RequestScope } from '../contract/request-context.js'
import type {
  MountManager,
  SandboxFileInput,
  SandboxInfo,
  SandboxNetworking,
  SandboxStartHook,
  WorkspaceSandbox,
} from '../contract/sandbox.js'
import type { SandboxSupports } from '../driver/supports.js'
import { checkAbortSignal } from '../errors/argument-error.js'
import type { BaseSandboxConfig } from './base-sandbox-options.js'
import { rememberDriver } from './driver-of.js'
import { resolveInstructions } from '../filesystem/resolve-instructions.js'
import { describeMounts } from './mounts/index.js'
import { SandboxParts } from './sandbox-parts.js'

/**
 * The portable sandbox. A provider's class extends it, hands it a driver and adds what only that provider has; everything
 * that users notice everywhere is here and the same everywhere. Nothing here calls a method that a subclass may override.
 */
export class BaseSandbox<Handle> implements WorkspaceSandbox {
  readonly id: string
  readonly name: string
  readonly provider: string
  /** What this provider can do. */
  readonly supports: SandboxSupports
  readonly #parts: SandboxParts<Handle>

  constructor(config: BaseSandboxConfig<Handle>) {
    this.id = config.id
    this.name = config.name
    this.provider = config.driver.provider
    this.supports = config.driver.supports
    this.#parts = new SandboxParts(this, config)
    rememberDriver(this, config.driver)
  }

  get status(): ProviderStatus {
    return this.#parts.lifecycle.status
  }

  /** Text of the last failure, while the status is `error`. */
  get error(): string | undefined {
    return this.#parts.lifecycle.error
  }

  get processes(): SandboxProcessManager {
    return this.#parts.processes
  }

  get mounts(): MountManager | undefined {
    return this.#parts.mounts
  }

  /** The sandbox's own disk: file tools and the shell see the same files. */
  get filesystem(): WorkspaceFilesystem | undefined {
    return this.#parts.filesystem
  }

  get networking(): SandboxNetworking | undefined {
    return this.#parts.networking
  }

  get workingDirectory(): string | undefined {
    return this.#parts.workingDirectory
  }

  get supportsCheckpoints(): boolean {
    return this.supports.checkpoints
  }

  /**
   * Looks the machine up, attaches to it or creates it, and mounts what is pending. Callers at the same time share one start.
   *
   * Throws `SandboxStateError` for a destroyed sandbox, `SandboxTimeoutError` after `startTimeoutMs`, `SandboxAbortError`
   * when the signal is aborted, and what the provider failed with.
   */
  async start(options?: StartOptions): Promise<StartResult> {
    return this.#parts.start(options)
  }

  /** Pauses or stops the machine and keeps its state. Also works for a machine that only the identity tells. */
  async stop(): Promise<void> {
    return this.#parts.lifecycle.stop()
  }

  /** Removes the machine. Wins over everything that is queued or in flight; nothing lazy revives the sandbox afterwards. */
  async destroy(): Promise<void> {
    return this.#parts.lifecycle.destroy()
  }

  /** Alias of `start`. */
  async _start(options?: StartOptions): Promise<StartResult> {
    return this.#parts.start(options)
  }

  /** Alias of `stop`. */
  async _stop(): Promise<void> {
    return this.#parts.lifecycle.stop()
  }

  /** Alias of `destroy`. */
  async _destroy(): Promise<void> {
    return this.#parts.lifecycle.destroy()
  }

  /** Starts the sandbox unless it is running. Throws `SandboxNotReadyError` when it was destroyed. */
  async ensureRunning(options: AbortOptions = {}): Promise<void> {
    checkAbortSignal(options.abortSignal)
    await this.#parts.lifecycle.acquire(options.abortSignal)
  }

  /** @deprecated Compare `status` with `'running'`. */
  isReady(): boolean {
    return this.status === 'running'
  }

  /**
   * Runs `command` in the sandbox's shell and waits for it. `command` is shell text and is never quoted, `args` are. Stdin is
   * empty. A non-zero exit, a time-out and an abort are results; what never started rejects.
   */
  async executeCommand(command: string, args?: string[], options?: ExecuteCommandOptions): Promise<CommandResult> {
    return this.#parts.processes.execute(command, args, options)
  }

  /** Changes the environment of all later commands. The updater gets a copy. */
  setEnv(update: (env: Environment) => Environment): void {
    this.#parts.updateEnvironment(update)
  }

  /** A copy of the environment of commands. */
  getEnv(): Environment {
    return { ...this.#parts.environment }
  }

  /** Replaces the start hook by what the updater makes of the one before. */
  setOnStart(update: (previous: SandboxStartHook | undefined) => SandboxStartHook): void {
    this.#parts.updateStartHook(update)
  }

  /** Saves the state under the checkpoint name. Does nothing where `supportsCheckpoints` is false. */
  async snapshot(): Promise<void> {
    return this.#parts.snapshot()
  }

  /**
   * Uploads files at once. Throws `SandboxError` INVALID_ARGUMENT for a bad path or mode, `SandboxUnsupportedFeatureError`
   * for a mode where the provider has none, `SandboxAbortError` when aborted; files already written stay.
   */
  async writeFiles(files: SandboxFileInput[], options: AbortOptions = {}): Promise<void> {
    return this.#parts.writeFiles(files, options.abortSignal)
  }

  /**
   * Mounts a filesystem now, or makes sure that it still is. A failure, a time-out too, is a result with `success: false`.
   *
   * Throws `MountError` for a bad path, `MountNotSupportedError` where nothing can be mounted, `SandboxAbortError` when
   * aborted; what was begun is then undone in the background.
   */
  async mount(filesystem: WorkspaceFilesystem, mountPath: string, options?: MountOptions): Promise<MountResult> {
    return this.#parts.mount(filesystem, mountPath, options)
  }

  /**
   * Unmounts. A path that is in use is detached, and the log says so. Throws `MountError` when nothing is mounted there or
   * the machine refuses, `SandboxAbortError` when aborted.
   */
  async unmount(mountPath: string, options?: MountOptions): Promise<void> {
    return this.#parts.unmount(mountPath, options)
  }

  /** State, identity and non-secret configuration. Starts nothing. */
  async getInfo(): Promise<SandboxInfo> {
    return this.#parts.info()
  }

  /** The text that tells an agent about this environment. */
  getInstructions(options?: RequestScope): string {
    const { config } = this.#parts
    return resolveInstructions(
      config.options.instructions,
      () => config.describe() + describeMounts(this.mounts?.entries, config.driver.supports),
      options,
    )
  }

  /** Replaces the logger. */
  __setLogger(logger: Logger): void {
    this.#parts.logger = logger
  }

  /**
   * For what only one provider has: a call of its machine, which is started when needed. Errors of the call are judged as all
   * others are; `operation` names it in them.
   */
  protected async useMachine<T>(operation: string, call: (handle: Handle) => Promise<T>): Promise<T> {
    return this.#parts.access.use(operation, call)
  }

  /** `destroy()`, for `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.destroy()
  }
}
