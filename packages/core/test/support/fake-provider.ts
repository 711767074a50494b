import { setTimeout as sleep } from 'node:timers/promises'
import type {
  AcquireRequest,
  DriverSpawnOptions,
  ErrorFacts,
  MachineState,
  Mounter,
  MountProfile,
  OutputSink,
  RemoteProcess,
  SandboxDriver,
  SandboxRef,
  SandboxSupports,
} from '../../src/driver.js'
import { SandboxProviderError } from '../../src/errors/index.js'
import { FakeProcess } from './fake-process.js'

/** A failure as a vendor would throw it: our code must name it by its facts, never by its text. */
export class VendorError extends Error {
  constructor(
    readonly facts: ErrorFacts,
    message = 'vendor says no',
  ) {
    super(message)
  }
}

/** An error of ours that a layer above the vendor threw, which does not know whether the machine is still there. */
export class SuspectError extends SandboxProviderError {
  constructor() {
    super('nothing more was heard', 'UNAVAILABLE', undefined, { retry: 'ambiguous' })
  }
}

/** A machine of the fake provider. */
export interface FakeMachine {
  readonly sandboxId: string
  readonly owner: string
  state: MachineState
  readonly files: Map<string, string>
}

type Operation = 'find' | 'connect' | 'create' | 'inspect' | 'stop' | 'destroy' | 'spawn'
type Script = (operation: Operation, request: { signal?: AbortSignal | undefined }) => unknown

/** The control plane that several drivers share: what it was asked, and what it has. */
export class FakeProvider {
  readonly machines = new Map<string, FakeMachine>()
  readonly journal: string[] = []
  readonly processes: FakeProcess[] = []
  /** Runs before each operation takes effect; may wait or throw. */
  before: Script = () => undefined
  /** Runs after an operation took effect and before it is answered: a lost answer. */
  after: Script = () => undefined
  /** Given to every driver made afterwards. */
  mounter: Mounter<FakeHandle> | undefined
  #count = 0

  count(operation: Operation): number {
    return this.journal.filter((entry) => entry.split(' ')[0] === operation).length
  }

  add(owner: string, state: MachineState = 'running'): FakeMachine {
    this.#count += 1
    const machine: FakeMachine = { sandboxId: `m${this.#count}`, owner, state, files: new Map() }
    this.machines.set(machine.sandboxId, machine)
    return machine
  }

  async perform<T>(
    operation: Operation,
    subject: string,
    request: { signal?: AbortSignal | undefined },
    effect: () => T,
  ): Promise<T> {
    this.journal.push(`${operation} ${subject}`)
    await this.before(operation, request)
    const result = effect()
    await this.after(operation, request)
    return result
  }

  driver(supports: Partial<SandboxSupports> = {}): FakeDriver {
    return new FakeDriver(this, supports)
  }
}

const defaultSupports: SandboxSupports = {
  stdin: true,
  closeStdin: true,
  streaming: true,
  exactBytes: true,
  backpressure: false,
  channel: false,
  killsEscapedSessions: false,
  attach: false,
  listsForeignProcesses: false,
  ports: false,
  filesystem: false,
  fileModes: false,
  checkpoints: false,
  nativeMounts: [],
  fuse: false,
  sharesHostDisk: false,
  detachedLifecycle: true,
  findsById: true,
  filesSurviveStop: true,
  stopRemoves: false,
  startAfterDestroy: false,
  processesSurviveStop: false,
}

const fakeMountProfile: MountProfile = {
  elevation: 'never',
  secretsBy: 'stdin',
  mayInstall: false,
  visibleTo: 'owner',
  installHint: 'there is nothing to install',
}

/** A handle is an object of its own per attachment, as with real vendors. */
export interface FakeHandle {
  readonly machine: FakeMachine
}

/** A driver of the fake provider. */
export class FakeDriver implements SandboxDriver<FakeHandle> {
  readonly provider = 'fake'
  readonly supports: SandboxSupports
  mounter?: Mounter<FakeHandle>
  mountProfile?: MountProfile
  attach?: (handle: FakeHandle, pid: string, output: OutputSink) => Promise<RemoteProcess | undefined>
  portUrl?: (target: { ref: SandboxRef }, port: number) => Promise<string | undefined>

  constructor(
    readonly cloud: FakeProvider,
    supports: Partial<SandboxSupports>,
  ) {
    this.supports = { ...defaultSupports, ...supports }
    if (cloud.mounter) this.mounter = cloud.mounter
    if (this.supports.fuse) this.mountProfile = fakeMountProfile
    if (this.supports.attach) this.attach = (_handle, pid, output) => this.#attach(pid, output)
    if (this.supports.ports) this.portUrl = ({ ref }, port) => Promise.resolve(`https://${port}-${ref.sandboxId}.test`)
  }

  async find(request: AcquireRequest): Promise<SandboxRef | undefined> {
    return this.cloud.perform('find', request.sandboxId ?? request.id, request, () => {
      const known = request.sandboxId === undefined ? undefined : this.cloud.machines.get(request.sandboxId)
      const found = known ?? [...this.cloud.machines.values()].find((machine) => machine.owner === request.id)
      return found && { sandboxId: found.sandboxId, state: found.state }
    })
  }

  async connect(ref: SandboxRef, request: AcquireRequest): Promise<FakeHandle> {
    return this.cloud.perform('connect', ref.sandboxId, request, () => {
      const machine = this.#require(ref.sandboxId)
      machine.state = 'running'
      return { machine }
    })
  }

  async create(request: AcquireRequest): Promise<FakeHandle> {
    return this.cloud.perform('create', request.id, request, () => ({ machine: this.cloud.add(request.id) }))
  }

  describe(handle: FakeHandle): SandboxRef {
    return { sandboxId: handle.machine.sandboxId, state: handle.machine.state }
  }

  async inspect(ref: SandboxRef): Promise<MachineState | 'gone'> {
    return this.cloud.perform(
      'inspect',
      ref.sandboxId,
      {},
      () => this.cloud.machines.get(ref.sandboxId)?.state ?? 'gone',
    )
  }

  async stop(ref: SandboxRef, _handle: FakeHandle | undefined, signal: AbortSignal): Promise<void> {
    await this.cloud.perform('stop', ref.sandboxId, { signal }, () => {
      this.#require(ref.sandboxId).state = 'paused'
    })
  }

  async destroy(ref: SandboxRef, _handle: FakeHandle | undefined, signal: AbortSignal): Promise<void> {
    await this.cloud.perform('destroy', ref.sandboxId, { signal }, () => {
      this.cloud.machines.delete(ref.sandboxId)
    })
  }

  async spawn(
    handle: FakeHandle,
    command: string,
    options: DriverSpawnOptions,
    output: OutputSink,
  ): Promise<RemoteProcess> {
    return this.cloud.perform('spawn', `${handle.machine.sandboxId} ${command}`, options, () => {
      this.#require(handle.machine.sandboxId)
      const process = new FakeProcess(String(this.cloud.processes.length + 1), output, options)
      this.cloud.processes.push(process)
      return process
    })
  }

  /** Another connection to a process: as a vendor's, it is told nothing of what was printed before. */
  async #attach(pid: string, output: OutputSink): Promise<RemoteProcess | undefined> {
    const known = this.cloud.processes.find((process) => process.pid === pid)
    if (!known) return undefined
    const again = new FakeProcess(pid, output, known.options)
    this.cloud.processes.push(again)
    return again
  }

  classifyError(error: unknown): ErrorFacts {
    if (error instanceof SuspectError) return { code: error.code, retry: error.retry, suspect: true }
    return error instanceof VendorError ? error.facts : { code: 'UNKNOWN' }
  }

  #require(sandboxId: string): FakeMachine {
    const machine = this.cloud.machines.get(sandboxId)
    if (!machine) throw new VendorError({ code: 'GONE', retry: 'safe' }, 'no such machine')
    return machine
  }
}

/** Waits until a condition holds; fails loudly when it never does. */
export async function until(condition: () => boolean, limitMs = 5000): Promise<void> {
  for (let waitedMs = 0; !condition(); waitedMs += 5) {
    if (waitedMs > limitMs) throw new Error('the condition did not come true')
    await sleep(5)
  }
}
