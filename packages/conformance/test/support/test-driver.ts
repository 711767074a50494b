import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { LocalFilesystem, SandboxProviderError, type WorkspaceFilesystem } from '@caisson/core'
import type {
  AcquireRequest,
  DriverSpawnOptions,
  ErrorFacts,
  ListedProcess,
  MachineState,
  OutputSink,
  RemoteProcess,
  SandboxDriver,
  SandboxRef,
  SandboxSupports,
} from '@caisson/core/driver'
import type { ProviderFaults } from './faults.js'
import { signalled, TestProcess } from './test-process.js'

/** A machine of the test provider: a directory and what was started in it. */
export interface TestMachine {
  readonly sandboxId: string
  readonly id: string
  directory: string
  state: 'running' | 'stopped'
  readonly processes: Map<string, TestProcess>
  /** What a leaking provider remembers. */
  readonly leaked: Record<string, string>
}

/** All machines of one provider; it keeps nothing beyond the host process. */
export class TestProvider {
  readonly machines: Map<string, TestMachine> = new Map()

  /** Removes everything. */
  async close(): Promise<void> {
    for (const machine of this.machines.values()) await removeMachine(machine)
    this.machines.clear()
  }
}

/** A driver over child processes of the host, with switches to misbehave. */
export class TestDriver implements SandboxDriver<TestMachine> {
  readonly provider = 'test'
  readonly supports: SandboxSupports
  readonly portUrl?: NonNullable<SandboxDriver<TestMachine>['portUrl']>
  readonly filesystem?: NonNullable<SandboxDriver<TestMachine>['filesystem']>
  readonly listProcesses?: NonNullable<SandboxDriver<TestMachine>['listProcesses']>
  readonly #provider: TestProvider
  readonly #faults: ProviderFaults

  constructor(provider: TestProvider, supports: SandboxSupports, faults: ProviderFaults = {}) {
    this.#provider = provider
    this.#faults = faults
    this.supports = supports
    if (supports.ports && !faults.claimsTooMuch) this.portUrl = async ({ handle }, port) => urlOf(handle, port)
    if (supports.filesystem) this.filesystem = diskOf
    if (supports.listsForeignProcesses) this.listProcesses = listProcessesOf
  }

  async find(request: AcquireRequest): Promise<SandboxRef | undefined> {
    if (this.#faults.findCreates && !this.#machineOf(request)) await this.create(request)
    const machine = this.#faults.neverFinds ? undefined : this.#machineOf(request)
    return machine && { sandboxId: machine.sandboxId, state: machine.state }
  }

  async connect(ref: SandboxRef): Promise<TestMachine> {
    const machine = this.#require(ref)
    machine.state = 'running'
    if (this.#faults.losesFiles) {
      await rm(machine.directory, { recursive: true, force: true })
      machine.directory = await newDirectory()
    }
    return machine
  }

  async create({ id }: AcquireRequest): Promise<TestMachine> {
    const directory = await newDirectory()
    const sandboxId = `machine-${randomUUID()}`
    const machine: TestMachine = { sandboxId, id, directory, state: 'running', processes: new Map(), leaked: {} }
    this.#provider.machines.set(sandboxId, machine)
    return machine
  }

  describe({ sandboxId, state }: TestMachine): SandboxRef {
    return { sandboxId, state }
  }

  async inspect({ sandboxId }: SandboxRef): Promise<MachineState | 'gone'> {
    return this.#provider.machines.get(sandboxId)?.state ?? 'gone'
  }

  async stop(ref: SandboxRef): Promise<void> {
    if (this.supports.stopRemoves) return this.destroy(ref)
    const machine = this.#require(ref)
    await this.#end(machine)
    machine.state = 'stopped'
  }

  async destroy({ sandboxId }: SandboxRef): Promise<void> {
    const machine = this.#provider.machines.get(sandboxId)
    if (!machine) return
    await this.#end(machine)
    this.#provider.machines.delete(sandboxId)
    await rm(machine.directory, { recursive: true, force: true })
  }

  async spawn(
    machine: TestMachine,
    command: string,
    options: DriverSpawnOptions,
    output: OutputSink,
  ): Promise<RemoteProcess> {
    const directory = await this.#directoryOf(machine, options.cwd)
    const started = this.#start(machine, this.#rewrite(command, options), { directory, options, output })
    if (!this.#faults.runsTwice) return started
    const exit = await started.wait()
    return exit.exitCode === 0 ? started : this.#start(machine, command, { directory, options, output })
  }

  classifyError(error: unknown): ErrorFacts {
    if (this.#faults.suspectsEverything) return { code: 'GONE', retry: 'safe' }
    return { code: error instanceof TypeError ? 'INTERNAL' : 'UNKNOWN' }
  }

  #start(
    machine: TestMachine,
    command: string,
    { directory, options, output }: { directory: string; options: DriverSpawnOptions; output: OutputSink },
  ): TestProcess {
    if (this.#faults.leaksEnvironment) Object.assign(machine.leaked, options.env)
    const basics = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: machine.directory }
    const process = new TestProcess({
      command,
      directory,
      environment: { ...basics, ...machine.leaked, ...options.env },
      options,
      output,
      faults: this.#faults,
      hasStdin: this.supports.stdin,
      canCloseStdin: this.supports.closeStdin,
      waits: this.supports.backpressure,
    })
    machine.processes.set(process.pid, process)
    return process
  }

  #rewrite(command: string, { env }: DriverSpawnOptions): string {
    if (this.#faults.quotesAgain) return `eval "${command}"`
    if (!this.#faults.showsEnvironment) return command
    const values = Object.entries(env).map(([name, value]) => `${name}='${value.replaceAll("'", `'\\''`)}'`)
    return `: ${values.join(' ')}\n${command}`
  }

  async #directoryOf(machine: TestMachine, cwd: string | undefined): Promise<string> {
    const directory = path.resolve(machine.directory, cwd ?? '.')
    const kind = await stat(directory).then(
      (stats) => (stats.isDirectory() ? 'directory' : 'other'),
      () => 'missing',
    )
    if (kind === 'directory') return directory
    if (this.#faults.ignoresBadDirectory) return machine.directory
    throw new SandboxProviderError(`The directory to run in is ${kind}: ${directory}`, 'NOT_FOUND', { cwd: directory })
  }

  async #end(machine: TestMachine): Promise<void> {
    if (this.#faults.leavesProcesses) return
    const running = [...machine.processes.values()]
    for (const { pid } of running) signalled(-Number(pid), 'SIGKILL')
    await Promise.all(running.map((process) => process.exited))
    machine.processes.clear()
  }

  #machineOf({ id, sandboxId }: AcquireRequest): TestMachine | undefined {
    const { machines } = this.#provider
    if (sandboxId !== undefined && machines.has(sandboxId)) return machines.get(sandboxId)
    const isMeant = (own: string): boolean => own === id || (this.#faults.confusesIds === true && own.includes(id))
    return [...machines.values()].find((machine) => isMeant(machine.id))
  }

  #require({ sandboxId }: SandboxRef): TestMachine {
    const machine = this.#provider.machines.get(sandboxId)
    if (!machine) throw new SandboxProviderError(`No machine ${sandboxId}`, 'NOT_FOUND')
    return machine
  }
}

async function newDirectory(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'caisson-test-machine-'))
}

async function removeMachine(machine: TestMachine): Promise<void> {
  for (const { pid } of machine.processes.values()) signalled(-Number(pid), 'SIGKILL')
  await rm(machine.directory, { recursive: true, force: true })
}

function urlOf(machine: TestMachine | undefined, port: number): string | undefined {
  return machine && `http://127.0.0.1:${port}`
}

function diskOf({ directory }: TestMachine): WorkspaceFilesystem {
  return new LocalFilesystem({ basePath: directory })
}

async function listProcessesOf({ processes }: TestMachine): Promise<readonly ListedProcess[]> {
  return [...processes.values()]
    .filter(({ isRunning }) => isRunning)
    .map(({ pid, command }) => ({ pid, command, running: true }))
}
