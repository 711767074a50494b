import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { LocalFilesystem, SandboxProviderError, type WorkspaceFilesystem } from '@caisson/core'
import type {
  AcquireRequest,
  DriverRunOptions,
  DriverRunResult,
  ErrorFacts,
  MachineState,
  SandboxRef,
  SandboxSupports,
  ShellCommand,
} from '@caisson/core/driver'
import type { DetachableDriver, LineAbilities, LineOptions } from '../../../src/relay.js'
import { LinesMachine } from './lines-machine.js'
import { LinesSession, type SessionStream } from './lines-session.js'
import { PipeStream } from './pipe-stream.js'
import { LostAnswer, rawSupports } from './raw-driver.js'
import { machineVariable } from './raw-machine.js'
import { CutStream } from './raw-process.js'

/** One call, as the vendor would record it. */
export interface RecordedCall {
  readonly kind: 'run' | 'lines'
  readonly text: string
  readonly env: Readonly<Record<string, string>>
}

/** What becomes of the next call: it happens but its answer is lost, at once or after a while, or it does not happen. */
export type CallFault = 'lose' | 'refuse' | { readonly loseAfterMs: number }

const basics = { PATH: '/usr/local/bin:/usr/bin:/bin', TERM: 'dumb' }

/** A vendor over processes of this computer that runs scripts and brings lines, and has no processes. */
export class LinesDriver implements DetachableDriver<LinesMachine> {
  readonly provider = 'lines'
  readonly supports: SandboxSupports = { ...rawSupports }
  readonly machines: Map<string, LinesMachine> = new Map()
  readonly calls: RecordedCall[] = []
  /** Letters of all lines that streams have brought. */
  letters = 0
  readonly streams: SessionStream[] = []
  /** Lines arrive so much later than they were printed. */
  lineDelayMs = 0
  /** With any of it each stream is a process of its own; without, scripts are read into long-lived shells. */
  abilities: LineAbilities = {}
  readonly #shell: string
  readonly #prefix: readonly string[]
  readonly #faults: CallFault[] = []

  /** `shell` reads the scripts whose lines are wanted; everything is started by the words of `prefix`. */
  constructor(shell: string = 'bash', prefix: readonly string[] = []) {
    this.#shell = shell
    this.#prefix = prefix
  }

  failNext(...faults: CallFault[]): void {
    this.#faults.push(...faults)
  }

  async find({ id, sandboxId }: AcquireRequest): Promise<SandboxRef | undefined> {
    const machines = [...this.machines.values()]
    const machine = machines.find((one) => one.sandboxId === sandboxId) ?? machines.find((one) => one.id === id)
    return machine && this.describe(machine)
  }

  async connect(ref: SandboxRef): Promise<LinesMachine> {
    const machine = this.#require(ref)
    machine.isStopped = false
    return machine
  }

  async create({ id, env }: AcquireRequest): Promise<LinesMachine> {
    const machine = await LinesMachine.create(id, env)
    this.machines.set(machine.sandboxId, machine)
    return machine
  }

  describe({ sandboxId, isStopped }: LinesMachine): SandboxRef {
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

  ownNamesOf({ environment }: LinesMachine): readonly string[] {
    return Object.keys(environment)
  }

  environmentOf({ environment }: LinesMachine): Readonly<Record<string, string>> {
    return environment
  }

  async run(machine: LinesMachine, command: ShellCommand, options: DriverRunOptions): Promise<DriverRunResult> {
    const fault = this.#record(machine, 'run', command, options.env ?? {})
    if (fault === 'refuse') throw new LostAnswer('nothing was sent')
    const env = { ...this.#environment(machine), ...options.env }
    const [program, ...rest] = [...this.#prefix, '/bin/sh', '-c', command.text]
    const child = spawn(program ?? '', rest, { cwd: machine.directory, env, detached: true })
    child.stdin.on('error', () => undefined)
    child.stdin.end(options.stdin ?? '')
    const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
    child.stdout.on('data', (chunk: Buffer) => chunks.stdout.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.stderr.push(chunk))
    const closed = new Promise<number>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => resolve(code ?? 137))
    })
    if (typeof fault === 'object') {
      const first = await Promise.race([closed, sleep(fault.loseAfterMs)])
      if (first === undefined) throw new LostAnswer('the answer was cut on its way')
    }
    const exitCode = await closed
    if (fault === 'lose') throw new LostAnswer('the answer was lost')
    return { exitCode, stdout: Buffer.concat(chunks.stdout), stderr: Buffer.concat(chunks.stderr) }
  }

  async openLines(
    machine: LinesMachine,
    script: ShellCommand,
    onLine: (line: string) => void,
    signal: AbortSignal | undefined,
    options: LineOptions = {},
  ): Promise<SessionStream> {
    signal?.throwIfAborted()
    const fault = this.#record(machine, 'lines', script, options.env ?? {})
    if (fault === 'refuse') throw new LostAnswer('nothing was sent')
    const count = (line: string): void => {
      this.letters += line.length
      onLine(line)
    }
    const stream = await this.#stream(machine, script.text, count, options)
    this.streams.push(stream)
    if (fault === undefined) return stream
    stream.cut()
    throw new LostAnswer('the answer was lost')
  }

  linesTake(): LineAbilities {
    return this.abilities
  }

  async #stream(
    machine: LinesMachine,
    text: string,
    onLine: (line: string) => void,
    { env, input }: LineOptions,
  ): Promise<SessionStream> {
    const delayMs = this.lineDelayMs
    if (env === undefined && input === undefined) return this.session(machine).read(text, onLine, delayMs)
    const words = [...this.#prefix, this.#shell, '-c', text]
    const environment = { ...this.#environment(machine), ...env }
    return new PipeStream({ words, directory: machine.directory, environment, delayMs }, onLine)
  }

  /** One that is free. */
  session(machine: LinesMachine): LinesSession {
    const free = machine.sessions.find((session) => session.isFree)
    if (free) return free
    const session = new LinesSession([...this.#prefix, this.#shell], machine.directory, this.#environment(machine))
    machine.sessions.push(session)
    return session
  }

  filesystem({ directory }: LinesMachine): WorkspaceFilesystem {
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

  #record(
    machine: LinesMachine,
    kind: RecordedCall['kind'],
    { text }: ShellCommand,
    env: Readonly<Record<string, string>>,
  ): CallFault | undefined {
    if (machine.isStopped) throw new SandboxProviderError('The machine is stopped', 'UNAVAILABLE')
    this.calls.push({ kind, text, env })
    for (const [, id] of text.matchAll(/caisson_id=([0-9a-f]{24})/g)) if (id !== undefined) machine.ids.add(id)
    return this.#faults.shift()
  }

  #environment(machine: LinesMachine): Record<string, string> {
    return {
      ...basics,
      HOME: machine.directory,
      ...machine.environment,
      [machineVariable]: machine.sandboxId,
    }
  }

  #require({ sandboxId }: SandboxRef): LinesMachine {
    const machine = this.machines.get(sandboxId)
    if (!machine) throw new SandboxProviderError(`No machine ${sandboxId}`, 'NOT_FOUND')
    return machine
  }
}
