import type { DriverSpawnOptions, OutputSink, ProcessExit, RemoteProcess, SandboxDriver } from '@caisson/core/driver'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { withRelay } from '../../../src/relay.js'
import { RawDriver } from './raw-driver.js'
import { machineVariable, pidsWith, type RawMachine } from './raw-machine.js'

/** Collects what a process printed. */
export class Collected implements OutputSink {
  readonly #chunks = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] }

  stdout(chunk: Uint8Array): void {
    this.#chunks.stdout.push(chunk)
  }

  stderr(chunk: Uint8Array): void {
    this.#chunks.stderr.push(chunk)
  }

  get out(): Buffer {
    return Buffer.concat(this.#chunks.stdout)
  }

  get err(): Buffer {
    return Buffer.concat(this.#chunks.stderr)
  }
}

/** A started process and what it has printed so far. */
export interface Started {
  readonly process: RemoteProcess
  readonly output: Collected
}

/** A machine of the raw vendor behind the relay. */
export class RelayBench {
  private constructor(
    readonly raw: RawDriver,
    readonly driver: SandboxDriver<RawMachine>,
    readonly machine: RawMachine,
  ) {}

  static async open(maxStreamBytes: number = 32 * 1024 * 1024): Promise<RelayBench> {
    const raw = new RawDriver()
    const driver = withRelay(raw, { decodesOutput: true, maxStreamBytes })
    const machine = await raw.create({ id: 'bench', env: {}, signal: new AbortController().signal })
    return new RelayBench(raw, driver, machine)
  }

  /** The same machine as another client sees it, which shares nothing with this one. */
  other(): RelayBench {
    const driver = withRelay(this.raw, { decodesOutput: true, maxStreamBytes: 32 * 1024 * 1024 })
    return new RelayBench(this.raw, driver, this.machine)
  }

  async start(command: string, options: Partial<DriverSpawnOptions> = {}): Promise<Started> {
    const output = new Collected()
    const all = { env: {}, stdin: 'ignore' as const, channel: false, ...options }
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

  /** Numbers of the `sleep` programs that run in the machine. */
  async sleepers(): Promise<number[]> {
    const pids = await pidsWith(`${machineVariable}=${this.machine.sandboxId}`)
    const names = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')))
    return pids.filter((_pid, index) => names[index] === 'sleep\n')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.raw.close()
  }
}

/** Waits until something holds; the test's own limit ends it. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(10)
}

/** Whether there is such a process, dead ones that nobody waited for included. */
export function isRunning(pid: string): boolean {
  try {
    return process.kill(Number(pid), 0)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    throw error
  }
}
