import type { Logger } from '../contract/logger.js'
import type {
  CommandResult,
  Environment,
  ExecuteCommandOptions,
  ProcessHandle,
  ProcessInfo,
  SandboxProcessManager,
  SpawnProcessOptions,
} from '../contract/process.js'
import { shellQuote } from '../driver/shell-command.js'
import type { RemoteProcess, SandboxDriver } from '../driver/sandbox-driver.js'
import type { HandleAccess } from '../lifecycle/handle-access.js'
import { checkCommand, checkCommandOptions, requirePid } from './command-options.js'
import { OutputHub } from './output-hub.js'
import { processInfo } from './process-info.js'
import { TrackedProcess } from './process-handle.js'
import { ReleasedProcesses } from './released-processes.js'
import {
  DEFAULT_MAX_RETAINED_COMMAND_OUTPUT_BYTES,
  DEFAULT_MAX_RETAINED_PROCESS_OUTPUT_BYTES,
} from './retained-output.js'
import { Launch, type LaunchOptions } from './launch.js'

/** Ended processes that nobody asked for again; more than these are forgotten, oldest first. */
const maxEndedProcesses = 64

/** What the manager needs of its sandbox. */
export interface ProcessManagerConfig<Handle> {
  readonly access: HandleAccess<Handle>
  readonly driver: SandboxDriver<Handle>
  readonly logger: () => Logger
  readonly killGraceMs: number
  /** Time-out of `executeCommand` when the call gives none. */
  readonly defaultTimeoutMs: number | undefined
  readonly environment: (perCall: Environment | undefined) => Record<string, string>
  readonly workingDirectory: () => string | undefined
}

/** The portable process manager: one implementation over every driver. */
export class ProcessManager<Handle> implements SandboxProcessManager {
  readonly #config: ProcessManagerConfig<Handle>
  readonly #tracked = new Map<string, TrackedProcess>()
  readonly #released = new ReleasedProcesses()
  readonly #launches = new Set<Launch<Handle>>()

  constructor(config: ProcessManagerConfig<Handle>) {
    this.#config = config
  }

  async spawn(command: string, options: SpawnProcessOptions = {}): Promise<ProcessHandle> {
    checkCommand(command, undefined)
    checkCommandOptions(options)
    const hub = new OutputHub(
      options.maxRetainedBytes ?? DEFAULT_MAX_RETAINED_PROCESS_OUTPUT_BYTES,
      this.#config.logger(),
    )
    const handle = await this.#launch(command, options, hub, options.originalInvocation?.args)
    // The caller gets the handle in a microtask; its listeners run in a later macrotask.
    setImmediate(() => hub.open())
    return handle
  }

  /** Runs shell text with quoted arguments and waits for its end. Stdin is at its end from the beginning. */
  async execute(
    command: string,
    args: readonly string[] | undefined,
    options: ExecuteCommandOptions = {},
  ): Promise<CommandResult> {
    checkCommand(command, args)
    checkCommandOptions(options)
    const line = args && args.length > 0 ? `${command} ${args.map(shellQuote).join(' ')}` : command
    const hub = new OutputHub(
      options.maxRetainedBytes ?? DEFAULT_MAX_RETAINED_COMMAND_OUTPUT_BYTES,
      this.#config.logger(),
    )
    hub.open()
    const timeout = options.timeout ?? this.#config.defaultTimeoutMs
    const handle = await this.#launch(
      line,
      {
        ...options,
        timeout,
        stdinMode: 'ignore',
        channel: undefined,
        live: Boolean(options.onStdout ?? options.onStderr),
        foreground: true,
      },
      hub,
      args ?? [],
    )
    try {
      return await handle.wait()
    } finally {
      this.release(handle.pid)
    }
  }

  async list(): Promise<ProcessInfo[]> {
    const known = new Map<string, ProcessInfo>()
    for (const process of this.#tracked.values()) known.set(process.pid, processInfo(process))
    const { driver, access } = this.#config
    if (driver.listProcesses) {
      const listed = await access.use(
        'list processes',
        (handle) => driver.listProcesses?.(handle) ?? Promise.resolve([]),
      )
      for (const { pid, command, running, exitCode } of listed) {
        if (known.has(pid)) continue
        known.set(pid, {
          pid,
          running,
          ...(command === undefined ? {} : { command }),
          ...(exitCode === undefined ? {} : { exitCode }),
        })
      }
    }
    return [...known.values()]
  }

  async get(pid: string): Promise<ProcessHandle | undefined> {
    requirePid(pid)
    const tracked = this.#find(pid)
    if (tracked) {
      if (tracked.isOver) this.release(pid)
      return tracked
    }
    return this.#attach(pid)
  }

  async kill(pid: string): Promise<boolean> {
    requirePid(pid)
    const process = this.#find(pid) ?? (await this.#attach(pid))
    if (!process) return false
    try {
      return await process.kill()
    } finally {
      this.release(pid)
    }
  }

  release(pid: string): void {
    const process = this.#tracked.get(pid)
    if (process?.isOver && !process.isLost) this.#released.add(pid)
    this.#tracked.delete(pid)
  }

  /** The machine is being ended on purpose: processes that end meanwhile end as killed. Taken back when that fails. */
  expectEnd(isExpected: boolean): void {
    for (const process of this.#tracked.values()) process.expectEnd(isExpected)
    if (isExpected) for (const launch of this.#launches) launch.leave('expected')
  }

  /**
   * The machine was ended on purpose or is gone: every process of it has ended with it. What is on its way to a machine that
   * we did not end finds out itself, and may go to the next one.
   */
  abandonAll(isOurs: boolean): void {
    for (const process of this.#tracked.values()) process.abandon()
    if (isOurs) for (const launch of this.#launches) launch.leave('machine')
    this.#tracked.clear()
    this.#released.clear()
  }

  /** A process whose connection was lost may still run: where one can be attached to anew, the lost handle is forgotten. */
  #find(pid: string): TrackedProcess | undefined {
    const tracked = this.#tracked.get(pid)
    if (!tracked?.isLost || !this.#config.driver.attach) return tracked
    this.#tracked.delete(pid)
    return undefined
  }

  async #launch(
    command: string,
    options: LaunchOptions,
    hub: OutputHub,
    args: readonly string[] | undefined,
  ): Promise<TrackedProcess> {
    if (options.onStdout) hub.listen('stdout', options.onStdout)
    if (options.onStderr) hub.listen('stderr', options.onStderr)
    const launch = new Launch(this.#config, command, options, hub)
    this.#launches.add(launch)
    try {
      return await launch.run((remote, handle, startedAtMs) =>
        this.#track(remote, { command, args, hub, options, startedAtMs, handle }),
      )
    } finally {
      this.#launches.delete(launch)
    }
  }

  #track(
    remote: RemoteProcess,
    from: {
      command: string | undefined
      args: readonly string[] | undefined
      hub: OutputHub
      options: SpawnProcessOptions
      startedAtMs: number
      handle: Handle
    },
  ): TrackedProcess {
    const { killGraceMs, logger, access } = this.#config
    const process = new TrackedProcess({
      remote,
      hub: from.hub,
      command: from.command ?? remote.command,
      args: from.args,
      startedAtMs: from.startedAtMs,
      killGraceMs,
      options: from.options,
      cwd: from.options.cwd ?? this.#config.workingDirectory(),
      logger: logger(),
      translate: (error) => access.translate('run a command', from.handle, error),
    })
    this.#forgetOldest()
    this.#released.delete(process.pid)
    this.#tracked.set(process.pid, process)
    return process
  }

  async #attach(pid: string): Promise<TrackedProcess | undefined> {
    const { driver, access, logger } = this.#config
    if (!driver.attach || this.#released.has(pid)) return undefined
    const hub = new OutputHub(DEFAULT_MAX_RETAINED_PROCESS_OUTPUT_BYTES, logger())
    hub.open()
    const found = await access.use('attach to a process', async (handle) => ({
      handle,
      remote: await driver.attach?.(handle, pid, hub),
    }))
    if (!found.remote) return undefined
    // Two callers may have looked for the same process; they share one process.
    const known = this.#tracked.get(pid)
    if (known) return known
    const unknown = { command: undefined, args: undefined, options: {}, startedAtMs: performance.now() }
    return this.#track(found.remote, { ...unknown, hub, handle: found.handle })
  }

  #forgetOldest(): void {
    if (this.#tracked.size < maxEndedProcesses) return
    const ended = [...this.#tracked.values()].filter((process) => process.isOver)
    for (const process of ended.slice(0, Math.max(0, ended.length - maxEndedProcesses + 1)))
      this.#tracked.delete(process.pid)
  }
}
