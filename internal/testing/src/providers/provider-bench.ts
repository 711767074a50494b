import type { TestedSandbox } from '@caisson/conformance'
import type { RetryFact, SandboxErrorCode, SandboxOptions } from '@caisson/core'
import type { E2BEmulator, Fault, FaultOptions } from '@caisson/emulators'

/** A sandbox in a cloud: besides what every one has, it tells the vendor's id of its machine. */
export type CloudSandbox = TestedSandbox & { readonly sandboxId: string | undefined; readonly instance: unknown }

export interface CloudSandboxOptions extends SandboxOptions {
  readonly name?: string | undefined
  readonly sandboxId?: string | undefined
}

/** A machine as the vendor's own client sees it. */
export interface SeenMachine {
  readonly id: string
  readonly state: string
}

/** A machine that another program made with the vendor's client. */
export interface ForeignMachine {
  readonly id: string
  /** Stops or pauses it, whichever keeps its files. */
  stop(): Promise<unknown>
  /** Writes a file into the directory that commands start in. */
  write(name: string, content: string): Promise<unknown>
}

/** A failure and what becomes of it. */
export type FailureRow = readonly [title: string, fault: FaultOptions, code: SandboxErrorCode, retry: RetryFact]

/** An emulator, as far as every vendor's one can do the same. */
export interface CloudEmulator {
  readonly journal: E2BEmulator['journal']
  readonly faults: {
    next(route: string, options: FaultOptions): Fault
    clear(): void
    /** The machine is no more. */
    kill(sandboxId: string): Promise<unknown>
  }
}

/** What tests of the lifecycle need of a provider and of the emulator of its vendor. */
export interface ProviderBench {
  readonly provider: string
  readonly emulator: CloudEmulator
  /** Routes of the journal. */
  readonly routes: {
    readonly create: string
    /** The look-up by the owner. */
    readonly list: string
    /** The look at a machine of a known id. */
    readonly look: string
    /** What attaches to one that runs. */
    readonly attach: string
    /** What tells, after a creation without an answer, whether there is a machine. */
    readonly check: string
    readonly stop: string
    readonly destroy: string
  }
  /** Requests that somebody waits for. */
  readonly costs: {
    /** Attaching to a machine that runs, or that is stopped, found by its owner. */
    readonly attach: Readonly<Record<string, number>>
    readonly resume: Readonly<Record<string, number>>
    /** Attaching to a machine of a given id. */
    readonly attachById: Readonly<Record<string, number>>
  }
  /** How the vendor calls the states. */
  readonly states: { readonly running: string; readonly stopped: string }
  /** How often the vendor's client sends what got no answer. */
  readonly tries: number
  /** What a sandbox of any id needs besides. */
  readonly optionsForAnyId?: CloudSandboxOptions | undefined
  /** Makes a sandbox; starts nothing. */
  make(options?: CloudSandboxOptions): CloudSandbox
  /** A machine that carries this owner, or none. */
  makeForeign(owner?: string): Promise<ForeignMachine>
  /** All machines there are. */
  listAll(): Promise<readonly SeenMachine[]>
  /** The machine is stopped or paused, as if by itself. */
  stopBehind(sandboxId: string): Promise<unknown>
  /** The next request on a route is one too many. */
  rateLimit(route: string, retryAfterSeconds: number): void
  /** Resolves when what follows a creation, and nobody waits for, is over. */
  settle(): Promise<void>
}

/** What is told of a machine: its state, or `gone`. */
export async function stateOf(bench: ProviderBench, sandboxId: string): Promise<string> {
  return (await bench.listAll()).find(({ id }) => id === sandboxId)?.state ?? 'gone'
}

/** A sandbox that runs, and the id of its machine. */
export async function startNew(
  bench: ProviderBench,
  options: CloudSandboxOptions = {},
): Promise<{ readonly sandbox: CloudSandbox; readonly machineId: string }> {
  const sandbox = bench.make(options)
  await sandbox.start()
  await bench.settle()
  return { sandbox, machineId: sandbox.sandboxId ?? '' }
}

/** The requests of an operation that somebody waited for. */
export async function callsOf(
  { emulator }: Pick<ProviderBench, 'emulator'>,
  operation: () => Promise<unknown>,
): Promise<Readonly<Record<string, number>>> {
  const after = emulator.journal.last
  await operation()
  return emulator.journal.routes({ after, kind: 'call' })
}
