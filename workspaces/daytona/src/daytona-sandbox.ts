import type { Sandbox } from '@daytonaio/sdk'
import { SandboxNotReadyError, type Logger, type SandboxCloneOptions } from '@caisson/core/workspace'
import { BaseSandbox, silentLogger } from '@caisson/core/driver'
import { withDetachedRelay } from '@caisson/kit/relay'
import { DaytonaComputer } from './computer/index.js'
import { askMachine } from './driver/asking.js'
import { DaytonaDriver } from './driver/daytona-driver.js'
import type { DaytonaMachine } from './driver/daytona-machine.js'
import { DaytonaProcessManager } from './driver/daytona-process-manager.js'
import {
  cloneDaytonaOptions,
  daytonaInstructions,
  describeDaytonaOptions,
  resolveDaytonaOptions,
  type DaytonaSandboxOptions,
} from './options/index.js'

const defaultStartTimeoutMs = 300_000

/** What the vendor's ways into a machine carry well: answers in JSON, logs that it keeps, requests through its proxy. */
const relayNeeds = {
  maxAnswerBytes: 4 * 1024 * 1024,
  maxStreamBytes: 8 * 1024 * 1024,
  longestAnswerMs: 45_000,
}

/**
 * A machine at Daytona.
 *
 * The logical `id` finds the same machine again: the machine carries it as a label. `sandboxId` attaches to exactly that
 * machine; where no `id` was chosen the machine may carry any, and is found by its own id from then on. `stop()` stops the
 * machine and keeps its files, `start()` starts it again, from the archive too, `destroy()` removes it; the last two also
 * work for a machine that another process made. One that is gone or has failed is replaced by a new one. A machine that is
 * `ephemeral` is gone after `stop()`.
 */
export class DaytonaSandbox extends BaseSandbox<DaytonaMachine> {
  readonly #driver: DaytonaDriver
  readonly #options: DaytonaSandboxOptions
  readonly #log: { target: Logger }
  readonly #computer: DaytonaComputer | undefined

  /**
   * Checks the options; sends nothing, and does not load the SDK.
   *
   * Throws `SandboxError` INVALID_ARGUMENT naming the option that is wrong. Missing credentials are an error of the first
   * call: `SandboxProviderError` UNAUTHENTICATED.
   */
  constructor(options: DaytonaSandboxOptions = {}) {
    const resolved = resolveDaytonaOptions(options)
    const log = { target: options.logger ?? silentLogger }
    const { workingDirectory } = options
    const driver = new DaytonaDriver({
      options: resolved,
      startTimeoutMs: options.startTimeoutMs ?? defaultStartTimeoutMs,
      workingDirectory,
      described: describeDaytonaOptions(options),
      logger: () => log.target,
    })
    super({
      name: 'DaytonaSandbox',
      id: resolved.id,
      sandboxId: resolved.sandboxId,
      driver: withDetachedRelay(driver, relayNeeds),
      options: resolved.computerUse?.autoStart === true ? withDesktop(options, () => this.computer) : options,
      defaultTimeoutMs: resolved.timeoutMs,
      processManager: DaytonaProcessManager,
      describe: () => daytonaInstructions(resolved, { workingDirectory }),
    })
    this.#driver = driver
    this.#options = options
    this.#log = log
    this.#computer = resolved.computerUse && this.#makeComputer()
  }

  override get processes(): DaytonaProcessManager {
    return super.processes as DaytonaProcessManager
  }

  /** The SDK's sandbox, for what only Daytona has. Throws `SandboxNotReadyError` before the start. */
  get daytona(): Sandbox {
    const machine = this.#driver.attached
    if (!machine) throw new SandboxNotReadyError(this.id)
    return machine.sandbox
  }

  /** @deprecated Use `daytona`. */
  get instance(): Sandbox {
    return this.daytona
  }

  /** Daytona's id of the machine that this sandbox is attached to. */
  get sandboxId(): string | undefined {
    return this.#driver.attached?.sandboxId
  }

  /** The machine's desktop. Present iff the option `computerUse` asks for it. */
  get computer(): DaytonaComputer | undefined {
    return this.#computer
  }

  /**
   * An independent sandbox with the same options, its network policy included, but for its identity and what the given ones
   * say. `idleTimeoutMinutes` becomes `autoStopInterval`. Sends nothing.
   */
  clone(options: SandboxCloneOptions = {}): DaytonaSandbox {
    const parent = { ...this.#options, env: this.getEnv(), logger: this.#log.target }
    return new DaytonaSandbox(cloneDaytonaOptions(parent, options))
  }

  override __setLogger(logger: Logger): void {
    // oxlint-disable-next-line no-underscore-dangle -- the name that host applications call
    super.__setLogger(logger)
    this.#log.target = logger
  }

  #makeComputer(): DaytonaComputer {
    return new DaytonaComputer({
      use: async (operation, call) =>
        this.useMachine(operation, async ({ sandbox }) => askMachine(async () => call(sandbox))),
      portUrl: async (port) => (await this.networking?.getPortUrl(port)) ?? null,
    })
  }
}

/** Options whose start hook starts the desktop first: the machine's own, which ends when the machine stops. */
function withDesktop(
  options: DaytonaSandboxOptions,
  computer: () => DaytonaComputer | undefined,
): DaytonaSandboxOptions {
  return {
    ...options,
    onStart: async (args) => {
      await computer()?.start()
      await options.onStart?.(args)
    },
  }
}
