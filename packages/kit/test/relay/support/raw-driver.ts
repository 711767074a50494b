import { stat } from 'node:fs/promises'
import path from 'node:path'
import { LocalFilesystem, SandboxProviderError, type WorkspaceFilesystem } from '@caisson/core'
import type {
  AcquireRequest,
  DriverRunOptions,
  DriverRunResult,
  DriverSpawnOptions,
  ErrorFacts,
  ListedProcess,
  MachineState,
  OutputSink,
  SandboxRef,
  SandboxSupports,
  ShellCommand,
} from '@caisson/core/driver'
import type { RelayableDriver } from '../../../src/relay.js'
import { machineVariable, RawMachine } from './raw-machine.js'
import { CutStream, RawLocalProcess } from './raw-process.js'

/** What the tests' vendor can do, with what the relay adds. */
export const rawSupports: SandboxSupports = {
  stdin: true,
  closeStdin: true,
  streaming: true,
  exactBytes: true,
  backpressure: true,
  channel: false,
  killsEscapedSessions: true,
  attach: true,
  listsForeignProcesses: true,
  ports: false,
  filesystem: true,
  fileModes: false,
  checkpoints: false,
  nativeMounts: [],
  fuse: false,
  sharesHostDisk: true,
  detachedLifecycle: true,
  findsById: true,
  filesSurviveStop: true,
  stopRemoves: false,
  startAfterDestroy: true,
  processesSurviveStop: false,
}

/** The answer to the start of a process was lost on the way. */
export class LostAnswer extends Error {}

const basics = { PATH: '/usr/local/bin:/usr/bin:/bin', TERM: 'dumb' }

/** A vendor over processes of this computer: login shells, decoded text, streams that can be cut. */
export class RawDriver implements RelayableDriver<RawMachine> {
  readonly provider = 'raw'
  readonly supports: SandboxSupports = rawSupports
  readonly machines: Map<string, RawMachine> = new Map()
  /** Texts that were sent, in order: one per request. */
  readonly requests: string[] = []
  /** Processes whose streams were opened. */
  readonly streams: RawLocalProcess[] = []
  readonly #decodes: boolean
  #faults: ((command: string) => 'lose' | 'refuse' | undefined)[] = []

  constructor({ decodes = true }: { decodes?: boolean } = {}) {
    this.#decodes = decodes
  }

  /** What becomes of the next starts, one after the other: it happens but the answer is lost, or it does not happen. */
  failNext(...faults: readonly ('lose' | 'refuse')[]): void {
    for (const fault of faults) this.#faults.push(() => fault)
  }

  async find({ id, sandboxId }: AcquireRequest): Promise<SandboxRef | undefined> {
    const machines = [...this.machines.values()]
    const machine = machines.find((one) => one.sandboxId === sandboxId) ?? machines.find((one) => one.id === id)
    return machine && this.describe(machine)
  }

  async connect(ref: SandboxRef): Promise<RawMachine> {
    const machine = this.#require(ref)
    machine.isStopped = false
    return machine
  }

  async create({ id }: AcquireRequest): Promise<RawMachine> {
    const machine = await RawMachine.create(id)
    this.machines.set(machine.sandboxId, machine)
    return machine
  }

  describe({ sandboxId, isStopped }: RawMachine): SandboxRef {
    return { sandboxId, state: isStopped ? 'stopped' : 'running' }
  }

  async inspect({ sandboxId }: SandboxRef): Promise<MachineState | 'gone'> {
    const machine = this.machines.get(sandboxId)
    return machine ? this.describe(machine).state : 'gone'
  }

  async stop(ref: SandboxRef): Promise<void> {
    await this.#require(ref).stop()
  }

  async destroy({ sandboxId }: SandboxRef): Promise<void> {
    const machine = this.machines.get(sandboxId)
    this.machines.delete(sandboxId)
    await machine?.destroy()
  }

  async spawn(
    machine: RawMachine,
    command: string,
    options: DriverSpawnOptions,
    output: OutputSink,
  ): Promise<RawLocalProcess> {
    this.requests.push(command)
    const fault = this.#faults.shift()?.(command)
    if (fault === 'refuse') throw new LostAnswer('nothing was started')
    const directory = await this.#directoryOf(machine, options.cwd)
    const environment = {
      ...basics,
      HOME: machine.directory,
      ...options.env,
      [machineVariable]: machine.sandboxId,
    }
    const process = new RawLocalProcess({ command, directory, environment, options, output, decodes: this.#decodes })
    machine.processes.set(process.pid, process)
    machine.pids.push(process.pid)
    this.streams.push(process)
    void process.exited.then(() => machine.processes.delete(process.pid))
    if (fault === undefined) return process
    process.cut()
    throw new LostAnswer('the answer was lost')
  }

  async run(machine: RawMachine, command: ShellCommand, options: DriverRunOptions): Promise<DriverRunResult> {
    const stdout: Uint8Array[] = []
    const stderr: Uint8Array[] = []
    const process = await this.spawn(
      machine,
      command.text,
      {
        env: options.env ?? {},
        cwd: options.cwd,
        stdin: options.stdin === undefined ? 'ignore' : 'pipe',
        channel: false,
      },
      { stdout: (chunk) => void stdout.push(chunk), stderr: (chunk) => void stderr.push(chunk) },
    )
    if (options.stdin !== undefined) {
      await process.writeStdin(Buffer.from(options.stdin))
      await process.closeStdin()
    }
    const { exitCode = 137 } = await process.wait()
    return { exitCode, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr) }
  }

  async attach(machine: RawMachine, pid: string): Promise<RawLocalProcess | undefined> {
    return machine.processes.get(pid)
  }

  async listProcesses({ processes }: RawMachine): Promise<readonly ListedProcess[]> {
    return [...processes.values()]
      .filter(({ isRunning }) => isRunning)
      .map(({ pid, command }) => ({ pid, command, running: true }))
  }

  filesystem({ directory }: RawMachine): WorkspaceFilesystem {
    return new LocalFilesystem({ basePath: directory })
  }

  classifyError(error: unknown): ErrorFacts {
    if (error instanceof SandboxProviderError) return { code: error.code, retry: error.retry }
    if (error instanceof LostAnswer || error instanceof CutStream) return { code: 'UNAVAILABLE' }
    return { code: error instanceof TypeError ? 'INTERNAL' : 'UNKNOWN' }
  }

  /** Removes all machines. */
  async close(): Promise<void> {
    await Promise.all([...this.machines.values()].map((machine) => machine.destroy()))
    this.machines.clear()
  }

  async #directoryOf(machine: RawMachine, cwd: string | undefined): Promise<string> {
    const directory = path.resolve(machine.directory, cwd ?? '.')
    const isDirectory = await stat(directory).then(
      (stats) => stats.isDirectory(),
      () => false,
    )
    if (isDirectory) return directory
    throw new SandboxProviderError(`No directory to run in: ${directory}`, 'NOT_FOUND', { cwd: directory })
  }

  #require({ sandboxId }: SandboxRef): RawMachine {
    const machine = this.machines.get(sandboxId)
    if (!machine) throw new SandboxProviderError(`No machine ${sandboxId}`, 'NOT_FOUND')
    return machine
  }
}
