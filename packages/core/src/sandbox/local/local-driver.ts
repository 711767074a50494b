import { mkdir, stat } from 'node:fs/promises'
import type { Logger } from '../../contract/logger.js'
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
import type { SandboxSupports } from '../../driver/supports.js'
import { SandboxError } from '../../errors/base-error.js'
import { SandboxProviderError } from '../../errors/sandbox-errors.js'
import { commandDirectory } from './command-directory.js'
import { hostEnvironment, hostVariable } from './host-environment.js'
import { hostExitGuard } from './host-exit-guard.js'
import type { Isolation, IsolationBackend } from './isolation/isolation.js'
import { LocalMachine } from './local-machine.js'
import { endTree } from './process/kill-tree.js'
import { processTagName, processTagValue } from './process/process-tag.js'
import { checkDirectories, explainStartFailure, systemCode, type StartAttempt } from './start-failure.js'
import { startProcess } from './start-process.js'

/** Options of the driver, resolved. */
export interface LocalDriverOptions {
  /** Absolute and normalised. */
  readonly workingDirectory: string
  readonly isolation: Isolation
  /** Commands get the host's whole environment instead of basics. */
  readonly inheritEnv: boolean
  readonly logger: Logger
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
  readonly #options: LocalDriverOptions

  constructor(options: LocalDriverOptions) {
    this.#options = options
    this.supports = localSupports(options.isolation.backend)
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
    const { workingDirectory, isolation } = this.#options
    await mkdir(workingDirectory, { recursive: true })
    const machine = new LocalMachine(workingDirectory)
    await isolation.prepare(machine)
    return machine
  }

  describe(machine: LocalMachine): SandboxRef {
    return { sandboxId: machine.workingDirectory, state: 'running', createdAt: machine.createdAt }
  }

  async inspect(_ref: SandboxRef): Promise<MachineState | 'gone'> {
    return this.#state()
  }

  async stop(_ref: SandboxRef, machine: LocalMachine | undefined): Promise<void> {
    if (!machine) return
    if (machine.hasStartedProcesses) await endTree({ tag: machine.tag.machine })
    hostExitGuard.leave(machine)
  }

  async destroy(ref: SandboxRef, machine: LocalMachine | undefined): Promise<void> {
    await this.stop(ref, machine)
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
    const invocation = isolation.invoke(machine, command, cwd)
    const attempt: StartAttempt = { program: invocation.program, cwd, workingDirectory }
    if (isolation.hidesStartFailures) await refuse(checkDirectories(attempt))
    const tag = machine.tag.next()
    try {
      machine.hasStartedProcesses = true
      const process = await startProcess({
        command,
        invocation,
        cwd,
        environment: this.#environment(machine, options.env, tag),
        tag,
        stdin: options.stdin,
        channel: options.channel,
        output,
        onEnd: (ended) => machine.processes.delete(ended),
      })
      machine.processes.add(process)
      hostExitGuard.enter(machine)
      return process
    } catch (error) {
      throw await explainStartFailure(error, attempt)
    }
  }

  classifyError(error: unknown): ErrorFacts {
    if (SandboxError.isInstance(error)) return { code: error.code, retry: error.retry }
    return { code: errorCodes[systemCode(error)] ?? 'UNKNOWN' }
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
      if ((await stat(workingDirectory)).isDirectory()) return 'running'
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return 'gone'
      throw error
    }
    throw new SandboxProviderError(`The working directory is not a directory: ${workingDirectory}`, 'CONFLICT')
  }
}

/** What the system's codes mean for the directory of a sandbox. */
const errorCodes: Readonly<Record<string, ErrorFacts['code']>> = {
  ENOENT: 'NOT_FOUND',
  ENOTDIR: 'CONFLICT',
  EEXIST: 'CONFLICT',
  EACCES: 'PERMISSION_DENIED',
  EPERM: 'PERMISSION_DENIED',
  EROFS: 'PERMISSION_DENIED',
  ENOSPC: 'QUOTA_EXCEEDED',
  EDQUOT: 'QUOTA_EXCEEDED',
}

async function refuse(problem: Promise<Error | undefined>): Promise<void> {
  const error = await problem
  if (error) throw error
}

function localSupports(backend: IsolationBackend): SandboxSupports {
  return {
    stdin: true,
    closeStdin: true,
    streaming: true,
    exactBytes: true,
    backpressure: true,
    channel: true,
    killsEscapedSessions: true,
    attach: false,
    listsForeignProcesses: false,
    ports: false,
    filesystem: false,
    fileModes: true,
    checkpoints: false,
    nativeMounts: [],
    fuse: false,
    // Bubblewrap gives the machine a /tmp of its own and hides most of the host.
    sharesHostDisk: backend !== 'bwrap',
    detachedLifecycle: true,
    startAfterDestroy: false,
    processesSurviveStop: false,
  }
}
