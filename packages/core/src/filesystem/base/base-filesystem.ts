import type { ProviderStatus } from '../../contract/lifecycle.js'
import type { Logger } from '../../contract/logger.js'
import { FilesystemNotReadyError } from '../../errors/filesystem-errors.js'
import { bestEffort, silentLogger } from '../../util/logging.js'
import { checkFilesystem } from '../check-filesystem.js'
import { isTextFileName } from '../content/is-text-file-name.js'
import { checkBaseOptions } from './check-base-options.js'
import type { BaseFilesystemOptions, FilesystemLifecycleHook } from './base-filesystem-options.js'

type Phase = 'init' | 'destroy'

/**
 * Lifecycle that filesystems share: `pending → initializing → ready → destroying → destroyed`, and `error` when init or
 * destroy fails. Concurrent calls join; init and destroy wait for each other. A destroyed filesystem comes back only by
 * an explicit `init()`.
 *
 * A subclass does its work in `performInit` and `performDestroy` and starts each operation with `ensureReady()`.
 */
export abstract class BaseFilesystem {
  abstract readonly id: string
  abstract readonly name: string
  abstract readonly provider: string
  status: ProviderStatus = 'pending'
  /** Why `status` is `error`. */
  error: string | undefined
  protected logger: Logger = silentLogger
  readonly #onInit: FilesystemLifecycleHook | undefined
  readonly #onDestroy: FilesystemLifecycleHook | undefined
  readonly #textExtensions: ReadonlySet<string>
  /** The phase that was asked for last and is not over; a new one starts after it. */
  #last: { readonly phase: Phase; readonly promise: Promise<void> } | undefined

  /** @throws SandboxError `INVALID_ARGUMENT` naming the option that is wrong. */
  constructor(options: BaseFilesystemOptions = {}) {
    this.#textExtensions = checkBaseOptions(options)
    this.#onInit = options.onInit
    this.#onDestroy = options.onDestroy
  }

  /** Makes the filesystem usable. Repeated and concurrent calls do it once; after an error it is tried again. */
  async init(): Promise<void> {
    return this.#enqueue('init', async () => this.#runInit())
  }

  /** Lets go of everything. Repeated and concurrent calls do it once. Stored files stay. */
  async destroy(): Promise<void> {
    return this.#enqueue('destroy', async () => this.#runDestroy())
  }

  /** Whether operations would work without an init. */
  isReady(): boolean {
    return this.status === 'ready'
  }

  /** The name under which a workspace calls `init`. */
  async _init(): Promise<void> {
    return this.init()
  }

  /** The name under which a workspace calls `destroy`. */
  async _destroy(): Promise<void> {
    return this.destroy()
  }

  /** Where warnings go; nothing is logged before this is called. */
  __setLogger(logger: Logger): void {
    this.logger = logger
  }

  /** Whether a name looks like a text file: by known names and extensions and by `textExtensions`. */
  isTextFile(name: string): boolean {
    return isTextFileName(name, this.#textExtensions)
  }

  /**
   * Initialises on first use.
   *
   * @throws FilesystemNotReadyError when destroyed, or when init fails (the reason is the cause).
   */
  protected async ensureReady(): Promise<void> {
    if (this.status === 'ready') return
    if (this.status === 'destroying' || this.status === 'destroyed') throw new FilesystemNotReadyError(this.id)
    try {
      await this.init()
    } catch (cause) {
      throw new FilesystemNotReadyError(this.id, { cause })
    }
  }

  /** What init does for this kind of filesystem. */
  protected performInit(): Promise<void> {
    return Promise.resolve()
  }

  /** What destroy does for this kind of filesystem. */
  protected performDestroy(): Promise<void> {
    return Promise.resolve()
  }

  /** Joins the last phase when it is the same, else starts after it, whatever became of it. */
  async #enqueue(phase: Phase, run: () => Promise<void>): Promise<void> {
    const last = this.#last
    if (last?.phase === phase) return last.promise
    const promise = last ? last.promise.then(run, run) : run()
    const entry = { phase, promise }
    this.#last = entry
    try {
      await promise
    } finally {
      if (this.#last === entry) this.#last = undefined
    }
  }

  async #runInit(): Promise<void> {
    if (this.status === 'ready') return
    this.status = 'initializing'
    this.error = undefined
    try {
      await this.performInit()
    } catch (error) {
      this.#fail(error)
      throw error
    }
    this.status = 'ready'
    await this.#runHook('onInit', this.#onInit)
  }

  async #runDestroy(): Promise<void> {
    if (this.status === 'destroyed') return
    if (this.status === 'pending') {
      this.status = 'destroyed'
      return
    }
    this.status = 'destroying'
    await this.#runHook('onDestroy', this.#onDestroy)
    try {
      await this.performDestroy()
    } catch (error) {
      this.#fail(error)
      throw error
    }
    this.status = 'destroyed'
  }

  async #runHook(label: string, hook: FilesystemLifecycleHook | undefined): Promise<void> {
    if (!hook) return
    const filesystem = checkFilesystem(this, 'this')
    await bestEffort(`${label} of filesystem ${this.id}`, this.logger, () => hook({ filesystem }))
  }

  #fail(error: unknown): void {
    this.status = 'error'
    this.error = error instanceof Error ? error.message : String(error)
  }
}
