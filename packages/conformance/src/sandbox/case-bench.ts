import { randomUUID } from 'node:crypto'
import type { CommandResult } from '@caisson/core'
import { DriverTap } from '../driver/driver-tap.js'
import { ConformanceError } from './conformance-error.js'
import { RecordingLogger } from './recording-logger.js'
import { settles } from './waiting.js'
import {
  driverOfTarget,
  type SandboxTarget,
  type TestedBucket,
  type TestedFilesystem,
  type TestedSandbox,
  type TestedSandboxOptions,
} from './target.js'

const cleanupLimitMs = 20_000

/** The place where one case works: makes sandboxes and takes everything away afterwards. */
export class CaseBench {
  readonly target: SandboxTarget
  /** The logger of every sandbox of this case that was given no other. */
  readonly logger: RecordingLogger = new RecordingLogger()
  readonly #sandboxes: TestedSandbox[] = []
  readonly #filesystems: TestedFilesystem[] = []
  readonly #buckets: TestedBucket[] = []
  readonly #taps: DriverTap[] = []

  constructor(target: SandboxTarget) {
    this.target = target
  }

  /** A new sandbox, not started. */
  async create(options: TestedSandboxOptions = {}): Promise<TestedSandbox> {
    const sandbox = await this.target.create({ logger: this.logger, ...options })
    this.#sandboxes.push(sandbox)
    return sandbox
  }

  /** A new sandbox that runs. */
  async running(options: TestedSandboxOptions = {}): Promise<TestedSandbox> {
    const sandbox = await this.create(options)
    await sandbox.start()
    return sandbox
  }

  /** A new sandbox and the tap on its driver. */
  async tapped(options: TestedSandboxOptions = {}): Promise<{ sandbox: TestedSandbox; tap: DriverTap }> {
    const sandbox = await this.create(options)
    return { sandbox, tap: this.tap(sandbox) }
  }

  tap(sandbox: TestedSandbox): DriverTap {
    const driver = driverOfTarget(this.target, sandbox)
    if (!driver) throw new ConformanceError('This case needs the driver of the sandbox')
    const tap = new DriverTap(driver)
    this.#taps.push(tap)
    return tap
  }

  /** What leads another sandbox to the machine of one that runs. */
  async sameMachine(sandbox: TestedSandbox): Promise<TestedSandboxOptions> {
    if (sandbox.supports.findsById) return { id: sandbox.id }
    const sandboxId = (await sandbox.getInfo()).metadata?.['sandboxId']
    if (typeof sandboxId !== 'string') throw new ConformanceError('The sandbox does not tell the id of its machine')
    return { sandboxId }
  }

  /** An id that nothing else uses. */
  newId(): string {
    return `conformance-${randomUUID().slice(0, 13)}`
  }

  /** A secret-looking text that occurs nowhere else. */
  canary(): string {
    return `canary${randomUUID().replaceAll('-', '')}`
  }

  async makeFilesystem(): Promise<TestedFilesystem> {
    const made = await this.target.makeFilesystem?.()
    if (!made) throw new ConformanceError('This case needs a filesystem of the target')
    this.#filesystems.push(made)
    return made
  }

  async makeBucket(): Promise<TestedBucket> {
    const made = await this.target.makeBucket?.()
    if (!made) throw new ConformanceError('This case needs a bucket of the target')
    this.#buckets.push(made)
    return made
  }

  /** Stdout of a command that must succeed. */
  async shell(sandbox: TestedSandbox, command: string): Promise<string> {
    const result: CommandResult = await sandbox.executeCommand(command)
    if (!result.success)
      throw new ConformanceError(`Command failed with ${result.exitCode}: ${command}\n${result.stderr}`)
    return result.stdout
  }

  /** Removes everything the case made. */
  async close(): Promise<void> {
    const failures: unknown[] = []
    // What a case broke must not keep it from being cleaned up.
    for (const tap of this.#taps) tap.reset()
    for (const sandbox of this.#sandboxes.toReversed()) await collect(failures, () => this.#remove(sandbox))
    for (const { cleanup } of this.#filesystems) await collect(failures, () => cleanup?.())
    for (const bucket of this.#buckets) await collect(failures, () => bucket.cleanup?.())
    if (failures.length > 0) throw new AggregateError(failures, 'Cleaning up after a case failed')
  }

  async #remove(sandbox: TestedSandbox): Promise<void> {
    const destroying = sandbox.destroy()
    if (!(await settles(destroying, cleanupLimitMs))) {
      throw new ConformanceError(`destroy() did not settle within ${cleanupLimitMs} ms`)
    }
    await destroying
    await this.target.cleanup?.(sandbox)
  }
}

async function collect(failures: unknown[], step: () => void | Promise<void>): Promise<void> {
  try {
    await step()
  } catch (error) {
    failures.push(error)
  }
}
