import { realpath, rm, writeFile } from 'node:fs/promises'
import type { Logger } from '../../../contract/logger.js'
import { IsolationUnavailableError } from '../../../errors/sandbox-errors.js'
import type { LocalMachine } from '../local-machine.js'
import { systemCode } from '../start-failure.js'
import { findProgram } from './detect-isolation.js'
import type { Invocation, Isolation } from './isolation.js'
import type { NativeSandboxConfig } from './native-sandbox-config.js'
import { seatbeltProfile, type SeatbeltPlan } from './seatbelt-profile.js'

/** What `prepare` found out for a machine. */
interface Prepared {
  readonly program: string
  readonly plan: SeatbeltPlan
}

/**
 * Runs every command under a profile of macOS' own sandbox: it reads what the user may read, but writes only to the
 * working directory, to temporary directories and to what the configuration adds, and uses no network unless allowed.
 */
export class SeatbeltIsolation implements Isolation {
  readonly backend = 'seatbelt'
  readonly #config: NativeSandboxConfig
  readonly #logger: () => Logger
  readonly #prepared = new WeakMap<LocalMachine, Prepared>()
  /** The user's profile file was there before, and is used as it is. */
  #usesForeignProfile = false
  #hasWrittenProfile = false

  constructor(config: NativeSandboxConfig, logger: () => Logger) {
    this.#config = config
    this.#logger = logger
  }

  /** A profile of the user knows nothing of mounts. */
  get enforcesReadOnly(): boolean {
    return !this.#usesForeignProfile
  }

  allowedDirectories(): undefined {
    return undefined
  }

  async prepare(machine: LocalMachine): Promise<void> {
    const program = findProgram('sandbox-exec')
    if (!program) throw unavailable('sandbox-exec is no longer on PATH')
    const { allowNetwork = false, readOnly = false, readOnlyPaths = [], readWritePaths = [] } = this.#config
    const plan = {
      allowNetwork,
      writable: await this.#realPaths([...(readOnly ? [] : [machine.workingDirectory]), ...readWritePaths]),
      protectedPaths: await this.#realPaths([...(readOnly ? [machine.workingDirectory] : []), ...readOnlyPaths]),
    }
    this.#prepared.set(machine, { program, plan })
    await this.#writeProfile(plan)
  }

  async release(): Promise<void> {
    const { seatbeltProfilePath } = this.#config
    if (!seatbeltProfilePath || !this.#hasWrittenProfile) return
    await rm(seatbeltProfilePath, { force: true })
    this.#hasWrittenProfile = false
  }

  adjustEnvironment(): void {
    // Everything can be read, the home directory included.
  }

  invoke(machine: LocalMachine, command: string): Invocation {
    const prepared = this.#prepared.get(machine)
    if (!prepared) throw unavailable('the machine was not prepared')
    const { seatbeltProfilePath } = this.#config
    const profile =
      seatbeltProfilePath && this.#usesForeignProfile
        ? ['-f', seatbeltProfilePath]
        : ['-p', seatbeltProfile(withMounts(prepared.plan, machine))]
    return { program: prepared.program, args: [...profile, '/bin/sh', '-c', command], isMonitor: false }
  }

  async #writeProfile(plan: SeatbeltPlan): Promise<void> {
    const { seatbeltProfilePath } = this.#config
    if (!seatbeltProfilePath || this.#hasWrittenProfile) return
    try {
      await writeFile(seatbeltProfilePath, seatbeltProfile(plan), { flag: 'wx', mode: 0o600 })
      this.#hasWrittenProfile = true
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error
      this.#usesForeignProfile = true
    }
  }

  async #realPaths(places: readonly string[]): Promise<string[]> {
    const found: string[] = []
    for (const place of places) {
      try {
        found.push(await realpath(place))
      } catch (error) {
        if (systemCode(error) !== 'ENOENT') throw error
        this.#logger().debug(`The isolated sandbox does without ${place}, which does not exist`)
      }
    }
    return found
  }
}

function withMounts(plan: SeatbeltPlan, machine: LocalMachine): SeatbeltPlan {
  const mounts = [...machine.mounts.values()]
  return {
    ...plan,
    writable: [...plan.writable, ...mounts.filter(({ readOnly }) => !readOnly).map(({ target }) => target)],
    protectedPaths: [...plan.protectedPaths, ...mounts.filter(({ readOnly }) => readOnly).map(({ target }) => target)],
  }
}

function unavailable(reason: string): IsolationUnavailableError {
  return new IsolationUnavailableError('seatbelt', reason, { operation: 'start', provider: 'local' })
}
