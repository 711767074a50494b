import type { WorkspaceFilesystem } from '../contract/filesystem.js'
import type { Logger } from '../contract/logger.js'
import type { CommandResult, ExecuteCommandOptions } from '../contract/process.js'
import type { RequestScope } from '../contract/request-context.js'
import type { WorkspaceSandbox } from '../contract/sandbox.js'
import { CompositeFilesystem } from '../filesystem/index.js'
import { createId, currentTimeMs } from '../util/ids.js'
import { silentLogger } from '../util/logging.js'
import { requireCommandSandbox } from './command-sandbox.js'
import type { ExecuteCodeOptions } from './execute-code-options.js'
import { describePaths, type PathContext } from './path-context.js'
import { ProviderSource } from './provider-source.js'
import { runCode } from './run-code.js'
import { hasMounts, validateConfig } from './validate-config.js'
import { wireMounts } from './wire-mounts.js'
import type { FilesystemOf, WorkspaceConfig, WorkspaceMounts } from './workspace-config.js'
import { readPartsInfo, type WorkspaceInfo, type WorkspaceInfoOptions } from './workspace-info.js'
import { WorkspaceInstructions } from './workspace-instructions.js'
import { WorkspaceLifecycle } from './workspace-lifecycle.js'
import type { WorkspaceStatus } from './workspace-status.js'

/** How many sandbox cache keys are remembered unless the options say otherwise. */
const defaultCacheSize = 1000

/**
 * A filesystem and a sandbox under one roof, for an agent to work in.
 *
 * ```ts
 * await using workspace = new Workspace({ sandbox: new LocalSandbox() })
 * const result = await workspace.executeCode('console.log("Hello!")')
 * ```
 *
 * Nothing is started by the constructor. Sandboxes start themselves with the first command; `init()` does it earlier.
 * The constructor throws a `WorkspaceError` with code `INVALID_CONFIG` that names the wrong option, or `NO_PROVIDERS`.
 */
export class Workspace<
  Filesystem extends WorkspaceFilesystem | undefined = WorkspaceFilesystem | undefined,
  Sandbox extends WorkspaceSandbox | undefined = WorkspaceSandbox | undefined,
  Mounts extends WorkspaceMounts | undefined = WorkspaceMounts | undefined,
> {
  readonly id: string
  readonly name: string
  readonly createdAt: Date = new Date(currentTimeMs())
  readonly logger: Logger
  readonly #filesystems: ProviderSource<WorkspaceFilesystem>
  readonly #sandboxes: ProviderSource<WorkspaceSandbox>
  readonly #instructions: WorkspaceInstructions
  readonly #lifecycle: WorkspaceLifecycle
  #lastAccessedAt: Date = this.createdAt

  constructor(config: WorkspaceConfig<Filesystem, Sandbox, Mounts>) {
    validateConfig(config)
    this.id = config.id ?? createId('ws')
    this.name = config.name ?? `workspace-${this.id.slice(0, 8)}`
    this.logger = config.logger ?? silentLogger
    const { mounts = {}, onMount, sandboxCacheKey: cacheKey, sandboxCacheSize: cacheSize = defaultCacheSize } = config
    const isComposed = hasMounts(config)
    const filesystem = isComposed ? new CompositeFilesystem({ mounts }) : config.filesystem
    // Calls that name no request context share this one, and so share what resolvers chose for it.
    const ownContext = new Map<string, unknown>()
    const common = { workspaceId: this.id, cacheSize, ownContext }
    const filesystems = new ProviderSource({ ...common, kind: 'filesystem', given: filesystem })
    const sandboxes = new ProviderSource({ ...common, kind: 'sandbox', given: config.sandbox, cacheKey })
    this.#filesystems = filesystems
    this.#sandboxes = sandboxes
    const { dynamicSandbox } = config.instructions ?? {}
    this.#instructions = new WorkspaceInstructions({ filesystems, sandboxes, dynamicSandbox, ownContext })
    const parts = { filesystem: this.#filesystems.instance, sandbox: this.#sandboxes.instance }
    this.#lifecycle = new WorkspaceLifecycle({ workspaceId: this.id, ...parts })
    if (isComposed) wireMounts({ workspace: this, sandbox: parts.sandbox, mounts, onMount, logger: this.logger })
  }

  /** The configured filesystem, the composition of `mounts`, or `undefined` with a resolver or none. */
  get filesystem(): FilesystemOf<Filesystem, Mounts> {
    return this.#filesystems.instance as FilesystemOf<Filesystem, Mounts>
  }

  /** The configured sandbox, or `undefined` with a resolver or none. */
  get sandbox(): Sandbox {
    return this.#sandboxes.instance as Sandbox
  }

  get status(): WorkspaceStatus {
    return this.#lifecycle.status
  }

  /** What the last `init()` or `destroy()` failed with, while the status is `error`. */
  get error(): unknown {
    return this.#lifecycle.error
  }

  /** When a command, code or a resolver was last asked for. */
  get lastAccessedAt(): Date {
    return this.#lastAccessedAt
  }

  /** Whether there is a filesystem, mounts or a filesystem resolver. */
  hasFilesystemConfig(): boolean {
    return this.#filesystems.isConfigured
  }

  /** Whether there is a sandbox or a sandbox resolver. */
  hasSandboxConfig(): boolean {
    return this.#sandboxes.isConfigured
  }

  hasSandboxResolver(): boolean {
    return this.#sandboxes.hasResolver
  }

  hasSandboxCacheKey(): boolean {
    return this.#sandboxes.hasCacheKey
  }

  /**
   * Initialises the filesystem, then starts the sandbox. Concurrent calls share one run; what came up already is not
   * started again. Rejects with what the filesystem or the sandbox failed with, which sets the status to `error`; a later
   * call tries again. After `destroy()`: `WorkspaceNotReadyError`. Leaves what resolvers return alone.
   */
  init(): Promise<void> {
    return this.#lifecycle.init()
  }

  /**
   * Stops the sandbox, so that it can start again; waits for an `init()` under way. The status stays as it is. Does
   * nothing once `destroy()` was called. Rejects with what the sandbox failed with.
   */
  stop(): Promise<void> {
    return this.#lifecycle.stop()
  }

  /**
   * Destroys the sandbox, then the filesystem, even when one of them fails, and also while `init()` is under way. Rejects
   * with the error, or with a `WorkspaceTeardownError` (an `AggregateError`) when there are several; another call then
   * tries again what failed. Nothing can be run or resolved afterwards. Leaves what resolvers returned alone.
   */
  async destroy(): Promise<void> {
    this.#filesystems.clear()
    this.#sandboxes.clear()
    await this.#lifecycle.destroy()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.destroy()
  }

  /**
   * The filesystem of a request: the instance, or what the resolver returns for the context. `undefined` when none is
   * configured. Rejects with what the resolver threw, or `FILESYSTEM_NOT_RESOLVED` when it returned something else.
   */
  async resolveFilesystem(scope: RequestScope = {}): Promise<WorkspaceFilesystem | undefined> {
    this.#touch()
    return this.#filesystems.resolve(scope.requestContext)
  }

  /**
   * The sandbox of a request: the instance, or what the resolver returns for the key or the context. `undefined` when
   * none is configured. Rejects with what the resolver threw, or `SANDBOX_NOT_RESOLVED` when it returned something else.
   */
  async resolveSandbox(scope: RequestScope = {}): Promise<WorkspaceSandbox | undefined> {
    this.#touch()
    return this.#sandboxes.resolve(scope.requestContext)
  }

  /** Forgets the resolved sandbox of one key, or all resolved sandboxes. Destroys none of them. */
  clearSandboxCache(key?: string): void {
    this.#sandboxes.clear(key)
  }

  /**
   * Runs a command in the sandbox; see `WorkspaceSandbox.executeCommand`. Rejects with `SandboxNotAvailableError` without
   * a sandbox, with `SandboxFeatureNotSupportedError` when it cannot run commands, and with the sandbox's own errors.
   */
  async executeCommand(
    command: string,
    args?: string[],
    options: ExecuteCommandOptions & RequestScope = {},
  ): Promise<CommandResult> {
    const { requestContext, ...commandOptions } = options
    const sandbox = requireCommandSandbox(await this.resolveSandbox({ requestContext }), this.id)
    return sandbox.executeCommand(command, args, commandOptions)
  }

  /**
   * Runs a program in the sandbox, as one command: with `node`, `python3` or `bash`, which the sandbox must have
   * (otherwise the exit code is 127 and stderr names it). JavaScript with `import`, `export` or a top-level `await` runs
   * as a module, any other as a script with `require`. The types of TypeScript are erased on this host.
   *
   * A program above 96 KiB travels by a private file, which is removed before the program starts. Rejects as
   * `executeCommand` does, and with `INVALID_ARGUMENT`, before anything runs, for an unknown language, a NUL in the
   * source, and TypeScript that is wrong or whose syntax cannot be erased (an enum, for example).
   */
  async executeCode(source: string, options: ExecuteCodeOptions = {}): Promise<CommandResult> {
    const { requestContext, ...codeOptions } = options
    const sandbox = requireCommandSandbox(await this.resolveSandbox({ requestContext }), this.id)
    return runCode(sandbox, source, codeOptions)
  }

  /** What an agent should know about the environment; see `getInstructionsAsync`. Calls no resolver. */
  getInstructions(scope: RequestScope = {}): string {
    return this.#instructions.describe(scope)
  }

  /**
   * What an agent should know about the environment: the sandbox's own text, then which mounts shell commands can reach
   * and which only the file tools, or without mounts the filesystem's own text. Asks the filesystem that the resolver
   * chooses, and with `dynamicSandbox: 'resolve'` the sandbox too. Starts nothing.
   */
  async getInstructionsAsync(scope: RequestScope = {}): Promise<string> {
    this.#lifecycle.assertOpen()
    return this.#instructions.describeResolved(scope)
  }

  /** @deprecated Use `getInstructions`, which knows the mounts. */
  getPathContext(scope: RequestScope = {}): PathContext {
    return describePaths({ filesystem: this.#filesystems.instance, sandbox: this.#sandboxes.instance }, scope)
  }

  /** Describes the workspace. Calls the filesystem's resolver unless told not to, never the sandbox's. Starts nothing. */
  async getInfo(options: WorkspaceInfoOptions = {}): Promise<WorkspaceInfo> {
    const { id, name, status, createdAt, lastAccessedAt, logger } = this
    const mayResolve = options.resolveDynamicProviders !== false && !this.#lifecycle.isClosed
    const parts = await readPartsInfo({
      filesystem: mayResolve ? await this.#filesystems.resolve(options.requestContext) : this.#filesystems.instance,
      sandbox: this.#sandboxes.instance,
      hasFilesystemResolver: this.#filesystems.hasResolver,
      hasSandboxResolver: this.#sandboxes.hasResolver,
      countFiles: options.includeFileCount === true,
      logger,
    })
    return { id, name, status, createdAt, lastAccessedAt, ...parts }
  }

  #touch(): void {
    this.#lifecycle.assertOpen()
    this.#lastAccessedAt = new Date(currentTimeMs())
  }
}
