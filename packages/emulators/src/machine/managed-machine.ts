import type { MachineBacking, RunningMachine } from './backing.js'
import type { ProcessControl } from './cgroup/process-control.js'
import { copyTree } from './copy-tree.js'
import { discardMachineFiles, makeMachineFiles, renewMachineFiles, type MachineFiles } from './host/machine-files.js'
import { MachineError } from './machine-error.js'
import type { Machine, MachineExit, MachineOptions, MachineState } from './machine-types.js'
import { addressOf } from './network-filter/address-of.js'
import { noFilter, prepareNetwork, setNetworkOf } from './network-filter/set-network.js'
import { waitForSocket } from './processes/wait-for-socket.js'

/** A daemon that starts together with many others on few processors. */
const startTimeoutMs = 20_000

/** What a machine needs of the host that made it. */
export interface MachineSurroundings {
  readonly backing: MachineBacking
  readonly files: MachineFiles
  openControl(options: MachineOptions): Promise<ProcessControl>
  /** Called once, with the removal of its files, which may take a while. */
  onGone(machine: ManagedMachine, removal: () => Promise<void>): void
}

interface Run {
  readonly running: RunningMachine
  readonly control: ProcessControl
  /** Why it is being ended; `undefined` as long as nobody asked for it. */
  reason: 'stopped' | 'killed' | undefined
  readonly exited: Promise<MachineExit>
}

export class ManagedMachine implements Machine {
  readonly #surroundings: MachineSurroundings
  #options: MachineOptions
  #state: MachineState = 'stopped'
  #run: Run | undefined
  #lastLog = ''
  #queue: Promise<unknown> = Promise.resolve()
  /** Ends the waiting for a daemon that does not come up. */
  readonly #doomed = new AbortController()

  constructor(options: MachineOptions, surroundings: MachineSurroundings) {
    this.#options = options
    this.#surroundings = surroundings
  }

  get id(): string {
    return this.#options.id
  }

  get state(): MachineState {
    return this.#state
  }

  get initPid(): number | undefined {
    return this.#run?.running.processes.initPid
  }

  get socketPath(): string {
    return this.#surroundings.files.socketPath
  }

  get rootDirectory(): string | undefined {
    return this.#surroundings.backing.rootDirectory(this.#surroundings.files)
  }

  get address(): string | undefined {
    return this.#run === undefined ? undefined : addressOf(this.#options, this.#run.control)
  }

  get exited(): Promise<MachineExit> {
    return this.#exited
  }

  #exited: Promise<MachineExit> = Promise.resolve({ reason: 'stopped', log: '' })

  log(): string {
    return this.#run?.running.log() ?? this.#lastLog
  }

  /** First start; the host calls it once. On failure nothing is left. */
  start(): Promise<void> {
    return this.#inOrder(async () => {
      try {
        await makeMachineFiles(this.#surroundings.files)
        await this.#surroundings.backing.prepareDisk(this.#surroundings.files, this.#options)
        await this.#start()
      } catch (error) {
        await this.#remove()
        throw error
      }
    })
  }

  freeze(): Promise<void> {
    return this.#inOrder(async () => {
      if (this.#state === 'frozen') return
      await this.#control('freeze')
    })
  }

  thaw(): Promise<void> {
    return this.#inOrder(async () => {
      if (this.#state === 'running') return
      await this.#control('thaw')
    })
  }

  stopKeepingDisk(): Promise<void> {
    return this.#inOrder(async () => {
      if (this.#state === 'gone') throw this.#wrongState('stop')
      await this.#end('stopped')
    })
  }

  restart(changes: Pick<Partial<MachineOptions>, 'daemon' | 'env' | 'network'> = {}): Promise<void> {
    return this.#inOrder(async () => {
      if (this.#state !== 'stopped') throw this.#wrongState('restart')
      this.#options = { ...this.#options, ...changes }
      await this.#start()
    })
  }

  setNetwork(network: 'cut' | 'host'): Promise<void> {
    return this.#inOrder(async () => {
      if (this.#state === 'gone') throw this.#wrongState('setNetwork')
      if (this.#options.network === 'private') throw noFilter()
      const run = this.#run
      if (run !== undefined && network !== (this.#options.network ?? 'host')) await setNetworkOf(run.control, network)
      this.#options = { ...this.#options, network }
    })
  }

  copyDisk(target: string): Promise<void> {
    return this.#inOrder(async () => {
      if (this.#state !== 'frozen' && this.#state !== 'stopped') throw this.#wrongState('copyDisk')
      await copyTree(this.#surroundings.files.disk, target)
    })
  }

  kill(): Promise<void> {
    this.#doomed.abort()
    return this.#inOrder(async () => {
      if (this.#state === 'gone') return
      await this.#end('killed')
      await this.#remove()
    })
  }

  /** One operation at a time; a failed one does not stop the next. */
  #inOrder<T>(operation: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(operation)
    this.#queue = result.catch(() => undefined)
    return result
  }

  async #control(operation: 'freeze' | 'thaw'): Promise<void> {
    const run = this.#run
    if (!run) throw this.#wrongState(operation)
    try {
      await run.control[operation](run.running.processes)
    } catch (cause) {
      // Its group is gone because it ended just now.
      if (this.#run !== run) throw this.#wrongState(operation)
      throw new MachineError('FREEZE_FAILED', `machine ${this.id}: ${operation} failed`, { cause })
    }
    if (this.#run === run) this.#state = operation === 'freeze' ? 'frozen' : 'running'
  }

  #wrongState(operation: string): MachineError {
    return new MachineError('WRONG_STATE', `machine ${this.id} is ${this.#state}: ${operation} is not possible`)
  }

  async #start(): Promise<void> {
    const { backing, files, openControl } = this.#surroundings
    await renewMachineFiles(files)
    const control = await openControl(this.#options)
    try {
      await prepareNetwork(control, this.#options.network ?? 'host')
      const running = await backing.start({ files, options: this.#options, control })
      this.#run = this.#follow(running, control)
    } catch (error) {
      await control.remove()
      throw error
    }
    this.#state = 'running'
    await this.#waitForDaemon(this.#run)
  }

  #follow(running: RunningMachine, control: ProcessControl): Run {
    const run: Run = {
      running,
      control,
      reason: undefined,
      exited: running.exited.then((exitCode) => this.#ended(run, exitCode)),
    }
    this.#exited = run.exited
    return run
  }

  async #ended(run: Run, exitCode: number): Promise<MachineExit> {
    this.#lastLog = run.running.log()
    // What the init does not end with itself, where there is no namespace.
    if (!run.running.processes.initEndsAll) await run.control.kill(run.running.processes)
    await run.control.remove()
    if (this.#run === run) {
      this.#run = undefined
      this.#state = 'stopped'
    }
    const log = this.#lastLog
    return run.reason ? { reason: run.reason, log } : { reason: 'daemon', exitCode, log }
  }

  async #waitForDaemon(run: Run): Promise<void> {
    const ended = new AbortController()
    void run.exited.then(() => ended.abort())
    const limit = this.#options.daemon.startTimeoutMs ?? startTimeoutMs
    const given = AbortSignal.any([ended.signal, this.#doomed.signal])
    if (await waitForSocket(this.socketPath, limit, given)) return
    const isDoomed = this.#doomed.signal.aborted
    const exit = ended.signal.aborted ? await run.exited : undefined
    await this.#end('stopped')
    const silent = isDoomed ? 'was killed before it listened' : `did not listen within ${limit} ms`
    const what = exit ? `ended with ${exit.exitCode} before it listened` : silent
    throw new MachineError('START_FAILED', `machine ${this.id}: the daemon ${what}\n${this.#lastLog.trimEnd()}`)
  }

  async #end(reason: 'stopped' | 'killed'): Promise<void> {
    const run = this.#run
    if (!run) return
    run.reason = reason
    await run.control.kill(run.running.processes)
    await run.exited
  }

  async #remove(): Promise<void> {
    this.#state = 'gone'
    const removal = await discardMachineFiles(this.#surroundings.files)
    this.#surroundings.onGone(this, removal)
  }
}
