import type { SandboxFileInput, SandboxInfo, WorkspaceFilesystem } from '@caisson/core/workspace'
import type {
  DriverRunOptions,
  DriverRunResult,
  DriverSpawnOptions,
  MountProfile,
  OutputSink,
  RemoteProcess,
  SandboxRef,
  SandboxSupports,
  ShellCommand,
} from '@caisson/core/driver'
import { PerMachine } from '@caisson/kit/http'
import type { DetachableDriver, LineAbilities, LineOptions, LineStream } from '@caisson/kit/relay'
import { openPlatformLines, runPlatformScript, SandboxDestroyedError, spawnForeground } from '../exec/index.js'
import { PlatformDisk, writePlatformFiles, type PlatformFileAccess } from '../filesystem/index.js'
import { platformMountProfile } from '../mounts/index.js'
import { machineInfo } from './machine-info.js'
import { PlatformControl } from './platform-control.js'
import type { PlatformDriverConfig } from './platform-driver-config.js'
import type { PlatformMachine } from './platform-machine.js'
import { platformSupports } from './supports.js'

/** Machines at the platform. What is waited for is its own commands; the relay makes all other processes of its scripts. */
export class PlatformDriver extends PlatformControl implements DetachableDriver<PlatformMachine> {
  readonly provider = 'platform'
  readonly supports: SandboxSupports
  readonly mountProfile: MountProfile = platformMountProfile
  /** What was learnt through an access, such as where relative paths start, is asked once. */
  readonly #accesses = new PerMachine((machine: PlatformMachine) => this.#fileAccess(machine))
  readonly #disks = new PerMachine((machine: PlatformMachine) => new PlatformDisk(this.#accesses.of(machine)))

  constructor(config: PlatformDriverConfig) {
    super(config)
    this.supports = platformSupports(config.options.stopBehavior)
  }

  async run(machine: PlatformMachine, command: ShellCommand, options: DriverRunOptions): Promise<DriverRunResult> {
    return runPlatformScript(machine.exec.place, command, options)
  }

  async openLines(
    machine: PlatformMachine,
    script: ShellCommand,
    onLine: (line: string) => void,
    signal: AbortSignal | undefined,
    options?: LineOptions,
  ): Promise<LineStream> {
    return openPlatformLines(machine.exec.place.open, script, onLine, signal, options)
  }

  linesTake(machine: PlatformMachine): LineAbilities {
    return { env: true, input: machine.exec.place.features().takesInput }
  }

  async spawnForeground(
    machine: PlatformMachine,
    command: string,
    options: DriverSpawnOptions,
    output: OutputSink,
  ): Promise<RemoteProcess> {
    const { exec, ownNames } = machine
    return spawnForeground({ open: exec.command, ownNames }, command, options, output)
  }

  environmentOf({ environment }: PlatformMachine): Readonly<Record<string, string>> {
    return environment
  }

  ownNamesOf({ ownNames }: PlatformMachine): readonly string[] {
    return ownNames
  }

  filesystem(machine: PlatformMachine): WorkspaceFilesystem {
    return this.#disks.of(machine)
  }

  async writeFiles(
    machine: PlatformMachine,
    files: readonly SandboxFileInput[],
    signal: AbortSignal | undefined,
  ): Promise<void> {
    await writePlatformFiles(this.#accesses.of(machine), files, signal)
  }

  async snapshot(machine: PlatformMachine | undefined): Promise<void> {
    try {
      if (machine) await this.checkpoints.capture(machine)
    } catch (error) {
      // Nothing runs that could be kept; the next call tells.
      if (!(error instanceof SandboxDestroyedError)) throw error
    }
  }

  async info(
    target: { ref: SandboxRef; handle: PlatformMachine | undefined } | undefined,
  ): Promise<Partial<SandboxInfo>> {
    const machine = target?.handle
    const { described } = this.config
    if (!machine) return { metadata: { ...described } }
    const { addressRegistry } = this.config.options
    const isKnown = (await addressRegistry?.get(machine.sandboxId)) !== undefined
    const facts = isKnown ? machine.facts : await this.refreshed(machine)
    return machineInfo(facts, machine.templatePending, { ...described, templateError: this.templateError })
  }

  #fileAccess(machine: PlatformMachine): PlatformFileAccess {
    return { place: machine.exec.place, workingDirectory: this.config.workingDirectory }
  }
}
