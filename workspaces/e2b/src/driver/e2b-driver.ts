import type { Sandbox, SandboxInfo as E2BInfo } from 'e2b'
import {
  SandboxError,
  type Logger,
  type SandboxFileInput,
  type SandboxInfo,
  type WorkspaceFilesystem,
} from '@caisson/core'
import {
  currentTimeMs,
  type AcquireRequest,
  type DriverRunOptions,
  type DriverRunResult,
  type DriverSpawnOptions,
  type ErrorFacts,
  type ListedProcess,
  type MachineState,
  type OutputSink,
  type SandboxRef,
  type SandboxSupports,
  type ShellCommand,
} from '@caisson/core/driver'
import type { RawProcess, RelayableDriver } from '@caisson/kit/relay'
import { E2BDisk, writeE2BFiles, type E2BFileAccess } from '../filesystem/index.js'
import type { ResolvedE2BOptions } from '../options/index.js'
import { createMachine } from './create-machine.js'
import { E2BMachine } from './e2b-machine.js'
import { e2bErrorFacts } from './error-facts.js'
import { findMachine } from './find-machine.js'
import { KeepAlive } from './keep-alive.js'
import { listProcesses } from './list-processes.js'
import { refOf } from './machine-listing.js'
import { E2BProcess, sinkCallbacks } from './raw-process.js'
import { replaceTwin } from './replace-twin.js'
import { ControlRequests } from './requests.js'
import { TemplateResolver } from './resolve-template.js'
import { runE2BScript, type ScriptOptions } from './run-script.js'
import { SdkLoader, type E2BSdk } from './sdk.js'
import { e2bSupports } from './supports.js'

/** What the driver is made of. */
export interface E2BDriverConfig {
  readonly options: ResolvedE2BOptions
  readonly startTimeoutMs: number
  readonly workingDirectory: string | undefined
  /** Non-secret options for `getInfo()`. */
  readonly described: Readonly<Record<string, unknown>>
  readonly logger: () => Logger
}

/** Machines at E2B. Its processes are raw ones: the relay makes them exact and killable. */
export class E2BDriver implements RelayableDriver<E2BMachine> {
  readonly provider = 'e2b'
  readonly supports: SandboxSupports = e2bSupports
  readonly #config: E2BDriverConfig
  readonly #sdk = new SdkLoader()
  readonly #requests: ControlRequests
  readonly #template: TemplateResolver
  readonly #disks = new WeakMap<E2BMachine, { sandbox: Sandbox; disk: WorkspaceFilesystem }>()
  #attached: E2BMachine | undefined
  #found: E2BInfo | undefined
  #snapshotId: string | undefined

  constructor(config: E2BDriverConfig) {
    this.#config = config
    this.#requests = new ControlRequests(config.options, config.startTimeoutMs)
    this.#template = new TemplateResolver(config.options.template)
  }

  /** The machine that this host is attached to. */
  get attached(): E2BMachine | undefined {
    return this.#attached
  }

  async find(request: AcquireRequest): Promise<SandboxRef | undefined> {
    const { isIdGiven } = this.#config.options
    this.#found = await findMachine({ sdk: await this.#sdk.load(), requests: this.#requests, isIdGiven }, request)
    return this.#found && refOf(this.#found)
  }

  async connect(ref: SandboxRef, request: AcquireRequest): Promise<E2BMachine> {
    const sdk = await this.#sdk.load()
    const options = { ...this.#requests.ofStart(request.signal), timeoutMs: this.#config.options.timeoutMs }
    const machine = this.#attach(sdk, await sdk.Sandbox.connect(ref.sandboxId, options))
    const found = this.#found
    if (found?.sandboxId === ref.sandboxId) {
      machine.facts = { templateId: found.templateId, cpuCount: found.cpuCount, memoryMB: found.memoryMB }
      // Connecting never shortens the life of a running machine.
      if (found.state === 'running') machine.keepAlive.noteEnd(Math.max(machine.keepAlive.endMs, found.endAt.getTime()))
    }
    return machine
  }

  async create(request: AcquireRequest): Promise<E2BMachine> {
    const sdk = await this.#sdk.load()
    const { options, logger } = this.#config
    const requests = this.#requests
    const template = await this.#template.resolve(sdk, requests.ofStart(request.signal))
    const machine = this.#attach(sdk, await createMachine({ sdk, requests, options, template }, request))
    const twin = { sdk, requests, timeoutMs: options.timeoutMs, logger: logger() }
    void replaceTwin(twin, machine, request.id).catch((error: unknown) => this.#debug('Looking for a twin', error))
    return machine
  }

  describe(machine: E2BMachine): SandboxRef {
    return { sandboxId: machine.sandboxId, state: 'running' }
  }

  async inspect(ref: SandboxRef, signal?: AbortSignal): Promise<MachineState | 'gone'> {
    const sdk = await this.#sdk.load()
    try {
      return (await sdk.Sandbox.getInfo(ref.sandboxId, this.#requests.single(signal))).state
    } catch (error) {
      if (error instanceof sdk.SandboxNotFoundError) return 'gone'
      throw error
    }
  }

  /** Pauses, with its processes, whatever happens at the end of its lifetime. One that is paused or gone already is a success. */
  async stop(ref: SandboxRef, machine: E2BMachine | undefined, signal: AbortSignal): Promise<void> {
    const sdk = await this.#sdk.load()
    machine?.keepAlive.close()
    try {
      await sdk.Sandbox.pause(ref.sandboxId, this.#requests.single(signal))
    } catch (error) {
      if (!(error instanceof sdk.SandboxNotFoundError)) throw error
    }
  }

  async destroy(ref: SandboxRef, machine: E2BMachine | undefined, signal: AbortSignal): Promise<void> {
    const sdk = await this.#sdk.load()
    machine?.keepAlive.close()
    await sdk.Sandbox.kill(ref.sandboxId, this.#requests.single(signal))
  }

  detach(machine: E2BMachine): void {
    machine.close()
    if (this.#attached === machine) this.#attached = undefined
  }

  async spawn(
    machine: E2BMachine,
    command: string,
    options: DriverSpawnOptions,
    output: OutputSink,
  ): Promise<RawProcess> {
    const sdk = await this.#sdk.load()
    const { cwd, env, stdin } = options
    // The signal is not passed on: it would end the stream for good, and leave a process that nobody knows of.
    return this.#hold(machine, sdk, (sandbox) =>
      sandbox.commands.run(command, {
        background: true,
        stdin: stdin === 'pipe',
        envs: { ...env },
        timeoutMs: 0,
        ...(cwd === undefined ? {} : { cwd }),
        ...sinkCallbacks(output),
      }),
    )
  }

  async attach(machine: E2BMachine, pid: string, output: OutputSink): Promise<RawProcess | undefined> {
    const sdk = await this.#sdk.load()
    const number = Number(pid)
    if (!Number.isSafeInteger(number) || number < 1) return undefined
    try {
      return await this.#hold(machine, sdk, (sandbox) =>
        sandbox.commands.connect(number, { timeoutMs: 0, ...sinkCallbacks(output) }),
      )
    } catch (error) {
      if (error instanceof sdk.NotFoundError && !(error instanceof sdk.SandboxNotFoundError)) return undefined
      throw error
    }
  }

  async listProcesses(machine: E2BMachine): Promise<readonly ListedProcess[]> {
    return listProcesses(machine.use())
  }

  async run(machine: E2BMachine, command: ShellCommand, options: DriverRunOptions): Promise<DriverRunResult> {
    return this.#runAs(machine, command, options)
  }

  filesystem(machine: E2BMachine): WorkspaceFilesystem {
    const sandbox = machine.use()
    const known = this.#disks.get(machine)
    if (known?.sandbox === sandbox) return known.disk
    const disk = new E2BDisk(this.#fileAccess(machine))
    this.#disks.set(machine, { sandbox, disk })
    return disk
  }

  async writeFiles(
    machine: E2BMachine,
    files: readonly SandboxFileInput[],
    signal: AbortSignal | undefined,
  ): Promise<void> {
    await writeE2BFiles(this.#fileAccess(machine), files, signal)
  }

  async portUrl({ ref, handle }: { ref: SandboxRef; handle: E2BMachine | undefined }, port: number): Promise<string> {
    const { domain } = this.#config.options.connection
    return `https://${handle ? handle.hostOf(port) : `${port}-${ref.sandboxId}.${domain}`}`
  }

  async snapshot(machine: E2BMachine | undefined): Promise<void> {
    if (!machine) return
    const sdk = await this.#sdk.load()
    const { snapshotId } = await sdk.Sandbox.createSnapshot(machine.sandboxId, this.#requests.single())
    this.#snapshotId = snapshotId
  }

  info(target: { ref: SandboxRef; handle: E2BMachine | undefined } | undefined): Partial<SandboxInfo> {
    const { described } = this.#config
    const machine = target?.handle
    const { templateId, cpuCount, memoryMB } = machine?.facts ?? {}
    return {
      ...(machine ? { timeoutAt: new Date(machine.keepAlive.endMs) } : {}),
      ...(cpuCount === undefined || memoryMB === undefined ? {} : { resources: { cpuCores: cpuCount, memoryMB } }),
      metadata: {
        ...described,
        ...(templateId === undefined ? {} : { templateId }),
        ...(this.#snapshotId === undefined ? {} : { snapshotId: this.#snapshotId }),
      },
    }
  }

  classifyError(error: unknown): ErrorFacts {
    if (SandboxError.isInstance(error)) return { code: error.code, retry: error.retry }
    return e2bErrorFacts(error, this.#sdk.loaded)
  }

  #attach(sdk: E2BSdk, sandbox: Sandbox): E2BMachine {
    const { timeoutMs } = this.#config.options
    const requests = this.#requests
    const machine = new E2BMachine(
      sandbox,
      (self) =>
        new KeepAlive(currentTimeMs() + timeoutMs, {
          lifetimeMs: timeoutMs,
          readEnd: async () => {
            const { state, endAt } = await sdk.Sandbox.getInfo(self.sandboxId, requests.single())
            return state === 'running' ? endAt.getTime() : undefined
          },
          extend: () => sdk.Sandbox.setTimeout(self.sandboxId, timeoutMs, requests.single()),
          onFailure: (error) => this.#debug('Keeping the machine alive', error),
        }),
    )
    this.#attached = machine
    return machine
  }

  /** Starts or joins a process and keeps the machine alive until it ends. */
  async #hold(
    machine: E2BMachine,
    sdk: E2BSdk,
    open: (sandbox: Sandbox) => ReturnType<Sandbox['commands']['connect']>,
  ): Promise<E2BProcess> {
    const release = machine.keepAlive.hold()
    try {
      const process = new E2BProcess(sdk, await open(machine.use()))
      process.wait().then(release, release)
      return process
    } catch (error) {
      release()
      throw error
    }
  }

  async #runAs(machine: E2BMachine, command: ShellCommand, options: ScriptOptions): Promise<DriverRunResult> {
    const sdk = await this.#sdk.load()
    const release = machine.keepAlive.hold()
    try {
      return await runE2BScript(sdk, machine.use(), command, options)
    } finally {
      release()
    }
  }

  #fileAccess(machine: E2BMachine): E2BFileAccess {
    return {
      files: machine.use().files,
      run: (command, options = {}) => this.#runAs(machine, command, options),
      workingDirectory: this.#config.workingDirectory,
    }
  }

  #debug(step: string, error: unknown): void {
    this.#config.logger().debug(`e2b: ${step} failed`, error)
  }
}
