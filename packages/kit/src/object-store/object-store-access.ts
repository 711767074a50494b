import { PermissionError, WorkspaceReadOnlyError, type FilesystemIcon } from '@caisson/core/workspace'
import {
  BaseFilesystem,
  checkFilePath,
  checkOperationOptions,
  checkPath,
  createId,
  throwIfAborted,
  type OperationOptions,
} from '@caisson/core/driver'
import { checkConfig } from './check-config.js'
import { locate } from './locate.js'
import { normalizePrefix } from './normalize-prefix.js'
import type { ObjectStoreConfig } from './object-store-config.js'
import type { ObjectStoreDriver } from './object-store-driver.js'
import type { ObjectTarget } from './object-target.js'
import { settleAfterAbort } from './settle-after-abort.js'
import { kindOf, storeError } from './store-error.js'

/** What every operation on a bucket starts and ends with. */
export abstract class ObjectStoreAccess<Driver extends ObjectStoreDriver = ObjectStoreDriver> extends BaseFilesystem {
  readonly id: string
  readonly name: string
  readonly provider: string
  readonly displayName: string | undefined
  readonly icon: FilesystemIcon | undefined
  readonly description: string | undefined
  /** Without outer slashes; empty when the whole bucket is seen. */
  readonly prefix: string
  protected readonly driver: Driver
  #readOnly: boolean
  /** Set while the first operation makes the filesystem ready: what it asks of the store says as much as a check. */
  #isLazy = false
  /** The store has answered a check, or accepted an operation. */
  #isChecked = false
  /** The store refused the last operation; the next one that it accepts ends that. */
  #isRefused = false

  constructor(config: ObjectStoreConfig<Driver>) {
    checkConfig(config)
    super(config)
    this.prefix = normalizePrefix(config.prefix)
    this.driver = config.driver
    this.name = config.name ?? 'ObjectStoreFilesystem'
    this.provider = config.provider ?? config.driver.provider
    this.id = config.id ?? createId(config.idPrefix ?? `${this.provider}-fs`)
    this.displayName = config.displayName
    this.icon = config.icon
    this.description = config.description
    this.#readOnly = config.readOnly ?? false
  }

  /** Whether every change is refused, before anything is sent. */
  get readOnly(): boolean {
    return this.#readOnly
  }

  /** For a subclass that finds out, in `prepare`, that its credentials allow no change. There is no way back. */
  protected makeReadOnly(): void {
    this.#readOnly = true
  }

  /**
   * What has to be known before the first request, such as credentials. Sends nothing to the store itself; runs before
   * an explicit `init()` checks the bucket, and before the first operation, which checks nothing else.
   */
  protected prepare(): Promise<void> {
    return Promise.resolve()
  }

  /** Makes the filesystem usable and asks once whether the bucket is there. Joins a first use under way, but not in leaving that out. */
  override async init(): Promise<void> {
    const isLazy = this.#isLazy
    await super.init()
    if (isLazy || this.#isChecked || this.status !== 'ready') return
    try {
      await this.#check()
    } catch (error) {
      this.status = 'error'
      this.error = error instanceof Error ? error.message : String(error)
      throw error
    }
  }

  protected override async performInit(): Promise<void> {
    const isLazy = this.#isLazy
    this.#isChecked = false
    await this.prepare()
    if (!isLazy) await this.#check()
  }

  protected override async performDestroy(): Promise<void> {
    await this.driver.close?.()
  }

  protected override async ensureReady(): Promise<void> {
    this.#isLazy = true
    const ready = super.ensureReady()
    // Only what has begun by now is part of the first use.
    this.#isLazy = false
    await ready
  }

  protected checkWritable(operation: string): void {
    if (this.#readOnly) throw new WorkspaceReadOnlyError(operation)
  }

  /** @throws PermissionError for what all other paths start from */
  protected checkNotRoot({ inner, path, operation }: ObjectTarget): void {
    if (inner === '') throw new PermissionError(path, `${operation} (the root of the filesystem)`)
  }

  /** A change of one file or directory. */
  protected async change<T>(
    operation: string,
    path: string,
    options: OperationOptions,
    step: (target: ObjectTarget) => Promise<T>,
    kind: ObjectTarget['kind'] = 'file',
  ): Promise<T> {
    this.checkWritable(operation)
    if (kind === 'file') checkFilePath(path)
    return this.at(operation, path, options, kind, async (target) => {
      // The preparation may have found that nothing can be changed.
      this.checkWritable(operation)
      return step(target)
    })
  }

  /** A change of one file that depends on another one. */
  protected async transfer(
    operation: string,
    [source, destination]: readonly [string, string],
    options: OperationOptions,
    step: (source: ObjectTarget, destination: ObjectTarget) => Promise<void>,
  ): Promise<void> {
    this.checkWritable(operation)
    checkFilePath(source, 'source')
    checkFilePath(destination, 'destination')
    await this.change(operation, source, options, async (from) => {
      await step(from, this.#locate({ ...from, path: destination }))
    })
  }

  /** Checks before anything is sent; afterwards errors of the store are made ours. */
  protected async at<T>(
    operation: string,
    path: string,
    options: OperationOptions,
    kind: ObjectTarget['kind'],
    step: (target: ObjectTarget) => Promise<T>,
  ): Promise<T> {
    checkPath(path)
    checkOperationOptions(options)
    const signal = options.abortSignal
    throwIfAborted(signal, path, operation)
    const target = this.#locate({ path, operation, kind, signal })
    if (this.status !== 'ready' && !(this.#isRefused && this.status === 'error')) await this.ensureReady()
    try {
      const result = await settleAfterAbort(step(target), signal)
      this.#accept()
      return result
    } catch (error) {
      throwIfAborted(signal, path, operation)
      throw this.#refuse(error, target)
    }
  }

  #locate(request: Pick<ObjectTarget, 'path' | 'operation' | 'kind' | 'signal'>): ObjectTarget {
    return locate(request, this.prefix, this.driver.maxKeyBytes)
  }

  async #check(): Promise<void> {
    const context = { path: '/', operation: 'init', kind: 'directory' } as const
    await this.driver.check().catch((error: unknown) => {
      throw storeError(this.driver, error, context)
    })
    this.#isChecked = true
    this.#isRefused = false
  }

  #accept(): void {
    this.#isChecked = true
    if (!this.#isRefused) return
    this.#isRefused = false
    if (this.status !== 'error') return
    this.status = 'ready'
    this.error = undefined
  }

  /** Without rights nothing will work until someone acts, so the status says so. */
  #refuse(error: unknown, target: ObjectTarget): unknown {
    const kind = kindOf(this.driver, error)
    const translated = storeError(this.driver, error, target)
    const isRefusal = kind === 'denied' || kind === 'unauthenticated' || kind === 'noBucket'
    if (isRefusal && (this.status === 'ready' || this.status === 'error')) {
      this.#isRefused = true
      this.status = 'error'
      this.error = translated instanceof Error ? translated.message : String(translated)
    }
    return translated
  }
}
