import type { Sandbox } from 'e2b'
import { SandboxNotReadyError, type Logger, type SandboxCloneOptions } from '@caisson/core/workspace'
import { BaseSandbox, silentLogger } from '@caisson/core/driver'
import { withRelay } from '@caisson/kit/relay'
import { E2BDriver } from './driver/e2b-driver.js'
import type { E2BMachine } from './driver/e2b-machine.js'
import { E2BProcessManager } from './driver/e2b-process-manager.js'
import {
  cloneE2BOptions,
  defaultStartTimeoutMs,
  describeE2BOptions,
  resolveE2BOptions,
  type E2BSandboxOptions,
} from './options/index.js'

/** The SDK keeps all output of a process; beyond this much its handle is dropped and reading goes on without it. */
const maxStreamBytes = 32 * 1024 * 1024

/**
 * A machine at E2B.
 *
 * The logical `id` finds the same machine again: it is written into the machine's metadata. `sandboxId` attaches to exactly
 * that machine; where no `id` was chosen the machine may carry any, and is found by its own id from then on. `stop()` pauses
 * the machine with its processes, `start()` resumes it, `destroy()` removes it; the last two also work for a machine that
 * another process made. Its lifetime, `timeout`, begins anew at each start and is extended while commands run.
 */
export class E2BSandbox extends BaseSandbox<E2BMachine> {
  readonly #driver: E2BDriver
  readonly #options: E2BSandboxOptions
  readonly #log: { target: Logger }

  /**
   * Checks the options; sends nothing, and does not load the SDK.
   *
   * Throws `SandboxError` INVALID_ARGUMENT naming the option that is wrong. Missing credentials are an error of the first
   * call: `SandboxProviderError` UNAUTHENTICATED.
   */
  constructor(options: E2BSandboxOptions = {}) {
    const resolved = resolveE2BOptions(options)
    const log = { target: options.logger ?? silentLogger }
    const driver = new E2BDriver({
      options: resolved,
      startTimeoutMs: options.startTimeoutMs ?? defaultStartTimeoutMs,
      workingDirectory: options.workingDirectory,
      described: describeE2BOptions(options),
      logger: () => log.target,
    })
    super({
      name: 'E2BSandbox',
      id: resolved.id,
      sandboxId: resolved.sandboxId,
      driver: withRelay(driver, { decodesOutput: true, maxStreamBytes }),
      options,
      processManager: E2BProcessManager,
      describe: () => 'Cloud sandbox.',
    })
    this.#driver = driver
    this.#options = options
    this.#log = log
  }

  override get processes(): E2BProcessManager {
    return super.processes as E2BProcessManager
  }

  /** The SDK's sandbox, for what only E2B has. Throws `SandboxNotReadyError` before the start. */
  get e2b(): Sandbox {
    const machine = this.#driver.attached
    if (!machine) throw new SandboxNotReadyError(this.id)
    return machine.use()
  }

  /** @deprecated Use `e2b`. */
  get instance(): Sandbox {
    return this.e2b
  }

  /** E2B's id of the machine that this sandbox is attached to. */
  get sandboxId(): string | undefined {
    return this.#driver.attached?.sandboxId
  }

  /**
   * An independent sandbox with the same options, but for its identity and what the given ones say. `idleTimeoutMinutes`
   * becomes `timeout`. Sends nothing.
   */
  clone(options: SandboxCloneOptions = {}): E2BSandbox {
    const parent = { ...this.#options, env: this.getEnv(), logger: this.#log.target }
    return new E2BSandbox(cloneE2BOptions(parent, options))
  }

  override __setLogger(logger: Logger): void {
    // oxlint-disable-next-line no-underscore-dangle -- the name that host applications call
    super.__setLogger(logger)
    this.#log.target = logger
  }
}
