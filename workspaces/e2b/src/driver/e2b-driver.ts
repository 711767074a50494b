import type { CommandHandle, Sandbox } from 'e2b'
import type { SandboxFileInput, SandboxInfo, WorkspaceFilesystem } from '@caisson/core/workspace'
import {
  currentTimeMs,
  type DriverRunOptions,
  type DriverRunResult,
  type DriverSpawnOptions,
  type ListedProcess,
  type MountProfile,
  type OutputSink,
  type SandboxRef,
  type SandboxSupports,
  type ShellCommand,
} from '@caisson/core/driver'
import { PerMachine } from '@caisson/kit/http'
import type { RawProcess, RelayableDriver } from '@caisson/kit/relay'
import { forgetting } from '@caisson/kit/shell'
import { E2BDisk, writeE2BFiles, type E2BFileAccess, type E2BRunOptions } from '../filesystem/index.js'
import { e2bMountProfile } from '../mounts/index.js'
import { E2BControl } from './e2b-control.js'
import type { E2BMachine } from './e2b-machine.js'
import { LapsedMachineError } from './lapsed-machine-error.js'
import { listE2BProcesses } from './list-processes.js'
import { E2BProcess, sinkCallbacks } from './raw-process.js'
import { machineInfo } from './machine-info.js'
import { runE2BScript } from './run-script.js'
import { e2bSupports } from './supports.js'
import { visitFiles } from './visit-files.js'

/** A machine as `portUrl` and `info` are told of it. */
interface Target {
  readonly ref: SandboxRef
  readonly handle: E2BMachine | undefined
}

/** Machines at E2B. Its processes are raw ones: the relay makes them exact and killable. */
export class E2BDriver extends E2BControl implements RelayableDriver<E2BMachine> {
  readonly provider = 'e2b'
  readonly supports: SandboxSupports = e2bSupports
  readonly mountProfile: MountProfile = e2bMountProfile
  /** What was learnt through an access, such as where relative paths start, is asked once. */
  readonly #accesses = new PerMachine((machine: E2BMachine) => this.#fileAccess(machine))
  readonly #disks = new PerMachine((machine: E2BMachine) => new E2BDisk(this.#accesses.of(machine)))

  async spawn(
    machine: E2BMachine,
    command: string,
    options: DriverSpawnOptions,
    output: OutputSink,
  ): Promise<RawProcess> {
    const { cwd, env, stdin } = options
    const text = forgetting(
      machine.environmentNames.filter((name) => !Object.hasOwn(env, name)),
      command,
    )
    // The signal is not passed on: it would end the stream for good, and leave a process that nobody knows of.
    return this.#openProcess(machine, ({ commands }) =>
      commands.run(text, {
        background: true,
        stdin: stdin === 'pipe',
        envs: { ...env },
        timeoutMs: 0,
        ...(cwd === undefined ? {} : { cwd }),
        ...sinkCallbacks(output),
      }),
    )
  }

  async attach(machine: E2BMachine, pid: string, output: OutputSink): Promise<RawProcess | undefined> {
    const sdk = await this.sdk.load()
    const number = Number(pid)
    if (!Number.isSafeInteger(number) || number < 1) return undefined
    try {
      return await this.#openProcess(machine, ({ commands }) =>
        commands.connect(number, { timeoutMs: 0, ...sinkCallbacks(output) }),
      )
    } catch (error) {
      if (error instanceof sdk.NotFoundError && !(error instanceof sdk.SandboxNotFoundError)) return undefined
      throw error
    }
  }

  async listProcesses(machine: E2BMachine): Promise<readonly ListedProcess[]> {
    return this.#visit(machine, listE2BProcesses)
  }

  async run(machine: E2BMachine, command: ShellCommand, options: DriverRunOptions): Promise<DriverRunResult> {
    return this.#runScript(machine, command, options)
  }

  filesystem(machine: E2BMachine): WorkspaceFilesystem {
    return this.#disks.of(machine)
  }

  async writeFiles(
    machine: E2BMachine,
    files: readonly SandboxFileInput[],
    signal: AbortSignal | undefined,
  ): Promise<void> {
    await writeE2BFiles(this.#accesses.of(machine), files, signal)
  }

  async portUrl({ ref, handle }: Target, port: number): Promise<string> {
    if (handle) return `https://${handle.hostOf(port)}`
    const machine = this.found?.sandboxId === ref.sandboxId ? this.found : undefined
    return `https://${port}-${ref.sandboxId}.${machine?.sandboxDomain ?? this.config.options.connection.domain}`
  }

  info(target: Target | undefined): Partial<SandboxInfo> {
    const { snapshotId } = this
    return machineInfo(target?.handle, {
      ...this.config.described,
      ...target?.handle?.template,
      ...(snapshotId === undefined ? {} : { snapshotId }),
    })
  }

  /** Starts or joins a process, which keeps the machine alive until it ends. */
  async #openProcess(machine: E2BMachine, open: (sandbox: Sandbox) => Promise<CommandHandle>): Promise<E2BProcess> {
    const sdk = await this.sdk.load()
    const release = machine.keepAlive.hold()
    try {
      const process = new E2BProcess(sdk, await this.#visit(machine, open))
      process.wait().then(release, release)
      return process
    } catch (error) {
      release()
      throw error
    }
  }

  async #runScript(machine: E2BMachine, command: ShellCommand, options: E2BRunOptions): Promise<DriverRunResult> {
    const sdk = await this.sdk.load()
    return this.#visit(machine, (sandbox) => runE2BScript(sdk, sandbox, command, options))
  }

  #fileAccess(machine: E2BMachine): E2BFileAccess {
    return {
      files: visitFiles(machine.use().files, (call) => this.#visit(machine, call)),
      run: (command, options = {}) => this.#runScript(machine, command, options),
      workingDirectory: this.config.workingDirectory,
    }
  }

  /**
   * A call into the machine, which is kept alive meanwhile. When the lifetime that this host knows of is over, it is asked
   * first whether somebody extended it: a call to a machine that was paused or removed would fail in a way that does not
   * tell whether it had an effect.
   */
  async #visit<T>(machine: E2BMachine, call: (sandbox: Sandbox) => Promise<T>): Promise<T> {
    if (currentTimeMs() >= machine.keepAlive.endMs) {
      const endMs = await this.readEnd(machine)
      if (endMs === undefined) throw new LapsedMachineError(machine.sandboxId)
      machine.keepAlive.noteEnd(endMs)
    }
    const release = machine.keepAlive.hold()
    try {
      return await call(machine.use())
    } finally {
      release()
    }
  }
}
