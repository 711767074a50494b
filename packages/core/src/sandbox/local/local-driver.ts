import { mkdir, stat } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import type { WorkspaceFilesystem } from '../../contract/filesystem.js'
import type { Logger } from '../../contract/logger.js'
import type { SandboxInfo } from '../../contract/sandbox.js'
import type {
  AcquireRequest,
  DriverSpawnOptions,
  ErrorFacts,
  MachineState,
  OutputSink,
  RemoteProcess,
  SandboxDriver,
  SandboxRef,
} from '../../driver/sandbox-driver.js'
import type { Mounter, MountProfile } from '../../driver/mounter.js'
import type { SandboxSupports } from '../../driver/supports.js'
import { SandboxError } from '../../errors/base-error.js'
import { SandboxProviderError } from '../../errors/sandbox-errors.js'
import { wrapError } from '../../errors/wrap-error.js'
import type { Checkpoints } from './checkpoints.js'
import { commandDirectory } from './command-directory.js'
import { hostEnvironment, hostVariable } from './host-environment.js'
import type { Isolation } from './isolation/isolation.js'
import type { NativeSandboxConfig } from './isolation/native-sandbox-config.js'
import { LocalDisk } from './local-disk.js'
import { localErrorFacts } from './local-error-facts.js'
import { LocalMachine } from './local-machine.js'
import { localSupports } from './local-supports.js'
import { localMountProfile } from './local-mount-profile.js'
import { BucketMounter } from './mounts/bucket-mounter.js'
import { LocalMounter } from './mounts/local-mounter.js'
import { releaseAbandoned } from './mounts/release-abandoned.js'
import { MachineProcesses } from './process/machine-processes.js'
import { processTagName, processTagValue } from './process/process-tag.js'
import { explainStartFailure, systemCode, type StartAttempt } from './start-failure.js'
import { startProcess } from './start-process.js'

/** Options of the driver, resolved. */
export interface LocalDriverOptions {
  /** Absolute and normalised. */
  readonly workingDirectory: string
  readonly isolation: Isolation
  /** What the isolation allows, for the file tools, which run outside of it. */
  readonly nativeSandbox: NativeSandboxConfig
  readonly checkpoints: Checkpoints
  /** Commands get the host's whole environment instead of basics. */
  readonly inheritEnv: boolean
  readonly timeoutMs: number
  readonly logger: () => Logger
}

/**
 * Runs commands on this host. The machine is a directory: it is found when it exists, created when it does not, and stays
 * when the sandbox is stopped or destroyed; these end the processes.
 *
 * A command that leaves processes behind (`server & echo started`) is over when its shell has exited and its output has
 * been quiet for 200 ms. What it left behind goes on running, its output is thrown away, and `stop()` and `destroy()` end
 * it, as does the end of the host process.
 */
export class LocalDriver implements SandboxDriver<LocalMachine> {
  readonly provider = 'local'
  readonly supports: SandboxSupports
  readonly mounter: LocalMounter
  readonly mountProfile: MountProfile | undefined
  readonly #options: LocalDriverOptions
  /** Outlives a machine whose directory was lost: what was started in it is still to be ended. */
  readonly #processes = new MachineProcesses()
  readonly #bucketMounters = new WeakMap<Mounter, BucketMounter>()
  readonly #disks = new WeakMap<LocalMachine, WorkspaceFilesystem>()

  constructor(options: LocalDriverOptions) {
    const { backend } = options.isolation
    this.#options = options
    this.supports = localSupports(backend, options.checkpoints.isNamed)
    this.mountProfile = this.supports.fuse ? localMountProfile : undefined
    this.mounter = new LocalMounter({
      onChange: (machine) => this.#disks.delete(machine),
      warn: (message) => options.logger().warn(message),
      enforcesReadOnly: () => options.isolation.enforcesReadOnly,
    })
  }

  adoptMounter(mounter: Mounter): Mounter<LocalMachine> {
    const adopted =
      this.#bucketMounters.get(mounter) ?? new BucketMounter(mounter, (machine) => this.#disks.delete(machine))
    this.#bucketMounters.set(mounter, adopted)
    return adopted
  }

  async find(request: AcquireRequest): Promise<SandboxRef | undefined> {
    const { workingDirectory } = this.#options
    if (request.sandboxId !== undefined && request.sandboxId !== workingDirectory) return undefined
    return (await this.#state()) === 'gone' ? undefined : { sandboxId: workingDirectory, state: 'running' }
  }

  async connect(_ref: SandboxRef, request: AcquireRequest): Promise<LocalMachine> {
    return this.create(request)
  }

  async create(_request: AcquireRequest): Promise<LocalMachine> {
    const { workingDirectory, isolation, checkpoints } = this.#options
    await makeDirectory(workingDirectory)
    await checkpoints.restore(workingDirectory)
    const machine = new LocalMachine(workingDirectory, this.#processes)
    await isolation.prepare(machine)
    return machine
  }

  describe(machine: LocalMachine): SandboxRef {
    return { sandboxId: machine.workingDirectory, state: 'running' }
  }

  async inspect(_ref: SandboxRef): Promise<MachineState | 'gone'> {
    return this.#state()
  }

  async stop(_ref: SandboxRef, _machine: LocalMachine | undefined): Promise<void> {
    await this.#processes.endAll()
  }

  async destroy(ref: SandboxRef, machine: LocalMachine | undefined): Promise<void> {
    await this.stop(ref, machine)
    // Unmounting was nobody's business where no machine was attached to.
    if (!machine) await releaseAbandoned(this.#options.workingDirectory, this.#processes)
    await this.#options.isolation.release()
  }

  async spawn(
    machine: LocalMachine,
    command: string,
    options: DriverSpawnOptions,
    output: OutputSink,
  ): Promise<RemoteProcess> {
    const { isolation } = this.#options
    const { workingDirectory } = machine
    const cwd = commandDirectory(options.cwd, { workingDirectory, allowed: isolation.allowedDirectories(machine) })
    const invocation = isolation.invoke(machine, command, { cwd, hasInput: options.stdin === 'pipe' })
    const attempt: StartAttempt = { program: invocation.program, cwd, workingDirectory }
    const tag = this.#processes.tag.next()
    try {
      const process = await startProcess({
        command,
        invocation,
        cwd,
        environment: this.#environment(machine, options.env, tag),
        tag,
        stdin: options.stdin,
        channel: options.channel,
        output,
        onEnd: (ended) => this.#processes.delete(ended),
      })
      this.#processes.add(process)
      return process
    } catch (error) {
      throw await explainStartFailure(error, attempt)
    }
  }

  filesystem(machine: LocalMachine): WorkspaceFilesystem {
    const known = this.#disks.get(machine)
    if (known) return known
    const { readOnly = false, readOnlyPaths = [], readWritePaths = [] } = this.#options.nativeSandbox
    const mounts = [...machine.mounts.values()]
    const targets = (isReadOnly: boolean): string[] =>
      mounts.filter((mount) => mount.readOnly === isReadOnly).map((mount) => mount.target)
    const disk = new LocalDisk({
      workingDirectory: machine.workingDirectory,
      readOnly,
      writable: [...readWritePaths, ...targets(false)],
      readable: [...readOnlyPaths, ...targets(true)],
    })
    this.#disks.set(machine, disk)
    return disk
  }

  async snapshot(machine: LocalMachine | undefined): Promise<void> {
    const { checkpoints, workingDirectory } = this.#options
    const links = [...(machine?.mounts.values() ?? [])].map((mount) => mount.location)
    try {
      await checkpoints.save(workingDirectory, new Set(links))
    } catch (error) {
      throw wrapError(error, { ...localErrorFacts(error), operation: 'snapshot', provider: this.provider })
    }
  }

  info(): Partial<SandboxInfo> {
    const { workingDirectory, isolation, nativeSandbox, inheritEnv, timeoutMs, checkpoints } = this.#options
    // Arguments for bubblewrap may set variables, and so hold secrets.
    const { bwrapArgs, ...isolationConfig } = nativeSandbox
    return {
      resources: { memoryMB: Math.round(totalmem() / 2 ** 20), cpuCores: availableParallelism() },
      metadata: {
        workingDirectory,
        platform: process.platform,
        nodeVersion: process.version,
        isolation: isolation.backend,
        isolationConfig: { ...isolationConfig, ...(bwrapArgs && { hasBwrapArgs: true }) },
        inheritEnv,
        timeout: timeoutMs,
        ...checkpoints.describe(),
      },
    }
  }

  classifyError(error: unknown): ErrorFacts {
    if (SandboxError.isInstance(error)) return { code: error.code, retry: error.retry }
    return localErrorFacts(error)
  }

  #environment(machine: LocalMachine, env: DriverSpawnOptions['env'], tag: string): Record<string, string> {
    const environment = hostEnvironment(this.#options.inheritEnv)
    this.#options.isolation.adjustEnvironment(environment, machine)
    Object.assign(environment, env)
    environment[processTagName] = processTagValue(tag, hostVariable(processTagName))
    return environment
  }

  async #state(): Promise<MachineState | 'gone'> {
    const { workingDirectory } = this.#options
    try {
      // Something else in its place is not a machine either; making one will say so.
      return (await stat(workingDirectory)).isDirectory() ? 'running' : 'gone'
    } catch (error) {
      if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return 'gone'
      throw error
    }
  }
}

async function makeDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true })
  } catch (error) {
    if (systemCode(error) !== 'EEXIST' && systemCode(error) !== 'ENOTDIR') throw error
    const message = `The working directory cannot be made, because a file is in the way: ${directory}`
    throw new SandboxProviderError(message, 'CONFLICT', { directory }, { provider: 'local', cause: error })
  }
}
