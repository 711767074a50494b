import type { SandboxFileInput, SandboxInfo, WorkspaceFilesystem } from '@caisson/core/workspace'
import type {
  DriverRunOptions,
  DriverRunResult,
  MountProfile,
  SandboxRef,
  SandboxSupports,
  ShellCommand,
} from '@caisson/core/driver'
import { PerMachine } from '@caisson/kit/http'
import type { DetachableDriver, LineStream } from '@caisson/kit/relay'
import { DaytonaDisk, writeDaytonaFiles, type DaytonaFileAccess } from '../filesystem/index.js'
import { daytonaMountProfile } from '../mounts/index.js'
import { DaytonaControl } from './daytona-control.js'
import type { DaytonaDriverConfig } from './daytona-driver-config.js'
import type { DaytonaMachine } from './daytona-machine.js'
import { guardFiles } from './guard-files.js'
import { machineInfo } from './machine-info.js'
import { portUrlOf } from './port-url.js'
import { openDaytonaLines } from './processes/open-lines.js'
import { runDaytonaScript } from './processes/run-script.js'
import { daytonaSupports } from './supports.js'

/** A machine as `portUrl` and `info` are told of it. */
interface Target {
  readonly ref: SandboxRef
  readonly handle: DaytonaMachine | undefined
}

/** Machines at Daytona. The relay makes exact and killable processes of the two ways to run a script. */
export class DaytonaDriver extends DaytonaControl implements DetachableDriver<DaytonaMachine> {
  readonly provider = 'daytona'
  readonly supports: SandboxSupports
  readonly mountProfile: MountProfile = daytonaMountProfile
  /** What was learnt through an access, such as where relative paths start, is asked once. */
  readonly #accesses = new PerMachine((machine: DaytonaMachine) => this.#fileAccess(machine))
  readonly #disks = new PerMachine((machine: DaytonaMachine) => new DaytonaDisk(this.#accesses.of(machine)))

  constructor(config: DaytonaDriverConfig) {
    super(config)
    this.supports = daytonaSupports(config.options.isGoneAfterStop)
  }

  async run(machine: DaytonaMachine, command: ShellCommand, options: DriverRunOptions): Promise<DriverRunResult> {
    return runDaytonaScript(machine.sandbox, command, options)
  }

  async openLines(
    machine: DaytonaMachine,
    script: ShellCommand,
    onLine: (line: string) => void,
    signal: AbortSignal | undefined,
  ): Promise<LineStream> {
    return openDaytonaLines(machine, script, onLine, signal)
  }

  environmentOf(machine: DaytonaMachine): Readonly<Record<string, string>> {
    return machine.sandbox.env ?? {}
  }

  ownNamesOf({ ownNames }: DaytonaMachine): readonly string[] {
    return ownNames
  }

  filesystem(machine: DaytonaMachine): WorkspaceFilesystem {
    return this.#disks.of(machine)
  }

  async writeFiles(
    machine: DaytonaMachine,
    files: readonly SandboxFileInput[],
    signal: AbortSignal | undefined,
  ): Promise<void> {
    await writeDaytonaFiles(this.#accesses.of(machine), files, signal)
  }

  async portUrl({ ref, handle }: Target, port: number): Promise<string> {
    return portUrlOf(await this.sandboxOf(ref, handle), port)
  }

  info(target: Target | undefined): Partial<SandboxInfo> {
    return machineInfo(target?.handle, this.config.described)
  }

  #fileAccess(machine: DaytonaMachine): DaytonaFileAccess {
    const files = guardFiles(machine.sandbox.fs)
    return {
      fs: async () => files,
      run: async (command, options = {}) => runDaytonaScript(machine.sandbox, command, options),
      workingDirectory: this.config.workingDirectory,
    }
  }
}
