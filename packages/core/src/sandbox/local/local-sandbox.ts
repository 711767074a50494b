import type { Logger } from '../../contract/logger.js'
import type { SandboxCloneOptions } from '../../contract/sandbox.js'
import { silentLogger } from '../../util/logging.js'
import { BaseSandbox } from '../base-sandbox.js'
import { Checkpoints } from './checkpoints.js'
import { createIsolation } from './isolation/create-isolation.js'
import { detectIsolation, type IsolationDetection } from './isolation/detect-isolation.js'
import type { IsolationBackend } from './isolation/isolation-backend.js'
import { LocalDriver } from './local-driver.js'
import type { LocalMachine } from './local-machine.js'
import type { LocalSandboxOptions } from './local-sandbox-options.js'
import { resolveLocalOptions } from './resolve-local-options.js'

/**
 * Runs commands on this host, in a working directory, on request isolated from the rest of it.
 *
 * The working directory is the sandbox: it is made by the first start, found again by the next, and stays on the disk when
 * the sandbox is stopped or destroyed. Both of these end all processes that were started in it, those included that a
 * command left behind; so does the end of the host process, however it ends.
 *
 * A command is over when its shell has exited and its output has ended. Where something it left behind still holds the
 * output (`server & echo started`), it is over as soon as nothing came for 200 ms, after one second at the latest; what
 * comes later is thrown away.
 *
 * On Linux it mounts buckets, with the programs that are installed on this host: `/data` becomes `<workingDirectory>/data`, for
 * commands and file tools. Isolated commands need no network for that. Each mount is at a private directory below the one for
 * temporary files (`TMPDIR`) and ends with `stop()`, `destroy()` and the host process; what a crash left is removed by the next
 * start or `destroy()` of a sandbox of that directory.
 *
 * Without isolation a command may do whatever the user of the host process may do. `cwd` of a command: a relative one must
 * stay below the working directory; an absolute one may be any directory without isolation, and under bubblewrap one that
 * the sandbox was given. A link below the working directory is followed, as `cd` would.
 */
export class LocalSandbox extends BaseSandbox<LocalMachine> {
  /** How commands are kept apart from the host. */
  readonly isolation: IsolationBackend
  readonly #options: LocalSandboxOptions
  readonly #log: { target: Logger }

  /**
   * Checks the options; starts nothing.
   *
   * Throws `SandboxError` INVALID_ARGUMENT naming the option that is wrong, `IsolationUnavailableError` when the isolation is
   * not to be had on this machine, `SandboxUnsupportedFeatureError` on Windows.
   */
  constructor(options: LocalSandboxOptions = {}) {
    const resolved = resolveLocalOptions(options)
    const { id, workingDirectory, isolation, nativeSandbox } = resolved
    const log = { target: options.logger ?? silentLogger }
    const logger = (): Logger => log.target
    const checkpoints = new Checkpoints({
      directory: resolved.checkpointsDirectory,
      name: options.checkpointName,
      seedName: options.seedCheckpointName,
      logger,
    })
    super({
      name: 'LocalSandbox',
      id,
      driver: new LocalDriver({
        ...resolved,
        isolation: createIsolation(isolation, nativeSandbox, logger),
        checkpoints,
        logger,
      }),
      options: { ...options, workingDirectory },
      defaultTimeoutMs: resolved.timeoutMs,
      describe: () => describe(workingDirectory, isolation, nativeSandbox.allowNetwork ?? false),
    })
    this.isolation = isolation
    this.#options = { ...options, workingDirectory, checkpointsDirectory: resolved.checkpointsDirectory }
    this.#log = log
  }

  /** What this platform isolates with, and whether it is installed. */
  static detectIsolation(): IsolationDetection {
    return detectIsolation()
  }

  override get workingDirectory(): string {
    return this.#options.workingDirectory ?? ''
  }

  /**
   * An independent sandbox with the same configuration, where the options do not say otherwise. It works in the same
   * directory unless given another one. Touches nothing on the disk.
   */
  clone(options: SandboxCloneOptions = {}): LocalSandbox {
    const parent = this.#options
    return new LocalSandbox({
      ...parent,
      logger: this.#log.target,
      id: options.id,
      env: options.env ?? this.getEnv(),
      workingDirectory: options.workingDirectory ?? parent.workingDirectory,
      checkpointName: options.checkpointName ?? parent.checkpointName,
      seedCheckpointName: options.seedCheckpointName ?? parent.seedCheckpointName,
    })
  }

  override __setLogger(logger: Logger): void {
    // oxlint-disable-next-line no-underscore-dangle -- the name that host applications call
    super.__setLogger(logger)
    this.#log.target = logger
  }
}

/** The text for an agent. */
function describe(workingDirectory: string, isolation: IsolationBackend, allowNetwork: boolean): string {
  const place = `Commands run on the host machine, in the directory "${workingDirectory}".`
  if (isolation === 'none') return place
  const network = allowNetwork ? 'with network access' : 'without network access'
  return `${place} They are isolated (${isolation}), ${network}, and can change files only where the sandbox allows it.`
}
