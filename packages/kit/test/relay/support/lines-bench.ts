import { readFile } from 'node:fs/promises'
import type { DriverSpawnOptions, ListedProcess, ProcessExit, SandboxDriver } from '@caisson/core/driver'
import { withDetachedRelay, type DetachedRelayNeeds, type LineAbilities } from '../../../src/relay.js'
import { LinesDriver } from './lines-driver.js'
import type { LinesMachine } from './lines-machine.js'
import { machineVariable, pidsWith } from './raw-machine.js'
import { Collected, type Started } from './relay-bench.js'

const mebibyte = 1024 * 1024

const linesNeeds: DetachedRelayNeeds = {
  maxAnswerBytes: 16 * mebibyte,
  maxStreamBytes: 8 * mebibyte,
  longestAnswerMs: 60_000,
}

/** The relay over this vendor; all its machines are on one computer, so what they list is told apart here. */
export function linesRelay(raw: LinesDriver, needs: DetachedRelayNeeds = linesNeeds): SandboxDriver<LinesMachine> {
  const driver = withDetachedRelay(raw, needs)
  const listProcesses = async (machine: LinesMachine): Promise<readonly ListedProcess[]> =>
    ((await driver.listProcesses?.(machine)) ?? []).filter(({ pid }) => machine.ids.has(pid))
  return { ...driver, listProcesses }
}

/** A machine of the vendor with lines behind the relay. */
export class LinesBench {
  private constructor(
    readonly raw: LinesDriver,
    readonly driver: SandboxDriver<LinesMachine>,
    readonly machine: LinesMachine,
  ) {}

  static async open(
    needs: Partial<DetachedRelayNeeds> = {},
    {
      env = {},
      shell = 'bash',
      prefix = [],
      abilities = {},
    }: { env?: Record<string, string>; shell?: string; prefix?: readonly string[]; abilities?: LineAbilities } = {},
  ): Promise<LinesBench> {
    const raw = new LinesDriver(shell, prefix)
    raw.abilities = abilities
    const driver = linesRelay(raw, { ...linesNeeds, ...needs })
    const machine = await raw.create({ id: 'bench', env, signal: new AbortController().signal })
    return new LinesBench(raw, driver, machine)
  }

  /** The same machine as another client sees it, which shares nothing with this one. */
  other(): LinesBench {
    return new LinesBench(this.raw, linesRelay(this.raw), this.machine)
  }

  get kinds(): readonly string[] {
    return this.raw.calls.map(({ kind }) => kind)
  }

  /** With listeners, unless told otherwise, and in the machine's own environment. */
  async start(command: string, options: Partial<DriverSpawnOptions> = {}): Promise<Started> {
    const output = new Collected()
    const all = { env: this.machine.environment, stdin: 'ignore' as const, channel: false, live: true, ...options }
    return { process: await this.driver.spawn(this.machine, command, all, output), output }
  }

  async run(
    command: string,
    options: Partial<DriverSpawnOptions> = {},
  ): Promise<ProcessExit & { out: Buffer; err: Buffer }> {
    const { process, output } = await this.start(command, options)
    const exit = await process.wait()
    return { ...exit, out: output.out, err: output.err }
  }

  async attach(pid: string): Promise<Started | undefined> {
    const output = new Collected()
    const process = await this.driver.attach?.(this.machine, pid, output)
    return process && { process, output }
  }

  /** Numbers of the programs of this name that run in the machine. */
  async programs(name: string): Promise<number[]> {
    const pids = await pidsWith(`${machineVariable}=${this.machine.sandboxId}`)
    const names = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')))
    return pids.filter((_pid, index) => names[index] === `${name}\n`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.raw.close()
  }
}
