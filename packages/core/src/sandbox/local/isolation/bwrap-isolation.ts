import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Logger } from '../../../contract/logger.js'
import type { ProcessExit } from '../../../driver/sandbox-driver.js'
import { IsolationUnavailableError, SandboxProviderError } from '../../../errors/sandbox-errors.js'
import { isBelow } from '../command-directory.js'
import type { LocalMachine } from '../local-machine.js'
import { inMountOrder, planBinds, type Bind, type BindWish } from './bind.js'
import { bwrapArguments, systemDirectories } from './bwrap-arguments.js'
import { findProgram } from './detect-isolation.js'
import type { Invocation, InvocationPlace, Isolation } from './isolation.js'
import type { NativeSandboxConfig } from './native-sandbox-config.js'
import { nodeDirectories } from './node-directories.js'
import { runProbe } from './run-probe.js'

/** Descriptor on which bubblewrap reports. */
const reportArguments = ['--json-status-fd', '4']

/**
 * Takes a command's input from descriptor 5. Bubblewrap's own processes keep descriptor 0 open for as long as the command runs,
 * so that a writer would never learn that the command has closed its input; higher descriptors they close.
 */
const shellWithInput = ['/bin/sh', '-c', 'exec /bin/sh -c "$1" 0<&5 5<&-', 'sh']

/** What `prepare` found out for a machine. */
interface Prepared {
  readonly program: string
  readonly binds: readonly Bind[]
}

/**
 * Runs every command in namespaces of its own, made by bubblewrap: it sees the system's programs, the working directory and
 * what the configuration adds; it has its own `/tmp`, process list and, unless allowed, no network.
 *
 * A command that is ended by a signal is reported as bubblewrap does, with exit code 128 + n.
 */
export class BwrapIsolation implements Isolation {
  readonly backend = 'bwrap'
  readonly enforcesReadOnly = true
  readonly #config: NativeSandboxConfig
  readonly #logger: () => Logger
  readonly #prepared = new WeakMap<LocalMachine, Prepared>()

  constructor(config: NativeSandboxConfig, logger: () => Logger) {
    this.#config = config
    this.#logger = logger
  }

  allowedDirectories(machine: LocalMachine): readonly string[] {
    const { readOnlyPaths = [], readWritePaths = [] } = this.#config
    return [...readOnlyPaths, ...readWritePaths, ...[...machine.mounts.values()].map(({ target }) => target)]
  }

  async prepare(machine: LocalMachine): Promise<void> {
    const { bwrapArgs, allowSystemBinaries = true } = this.#config
    const program = findProgram('bwrap')
    if (!program) throw unavailable('bwrap is no longer on PATH')
    const binds = bwrapArgs ? [] : await this.#planBinds(machine, allowSystemBinaries)
    this.#prepared.set(machine, { program, binds })
    const failure = await runProbe(program, this.#arguments(machine, ['/bin/sh', '-c', ':'], machine.workingDirectory))
    if (failure === undefined) return
    throw unavailable(allowSystemBinaries ? failure : `${failure} (readOnlyPaths must bring /bin/sh and its libraries)`)
  }

  async release(): Promise<void> {
    // Namespaces end with their processes; nothing is on the disk.
  }

  adjustEnvironment(environment: Record<string, string>, machine: LocalMachine): void {
    environment['TMPDIR'] = '/tmp'
    const home = environment['HOME']
    if (!home || !this.#sees(machine, home)) environment['HOME'] = machine.workingDirectory
    if (this.#config.allowSystemBinaries === false) return
    // The directory of the running Node may be on the host's PATH only under a name that is not visible inside.
    const directories = (environment['PATH'] ?? '').split(path.delimiter).filter(Boolean)
    const [nodeDirectory] = nodeDirectories()
    if (!directories.includes(nodeDirectory)) directories.unshift(nodeDirectory)
    environment['PATH'] = directories.join(path.delimiter)
  }

  invoke(machine: LocalMachine, command: string, { cwd, hasInput }: InvocationPlace): Invocation {
    const shell = hasInput ? [...shellWithInput, command] : ['/bin/sh', '-c', command]
    const args = [...reportArguments, ...this.#arguments(machine, shell, cwd)]
    const { program } = this.#preparedFor(machine)
    return { program, args, isMonitor: true, readExit, ...(hasInput ? { stdinDescriptor: 5 } : {}) }
  }

  #arguments(machine: LocalMachine, command: readonly string[], cwd: string): string[] {
    const { allowNetwork = false, allowSystemBinaries = true, bwrapArgs: replacement } = this.#config
    const mounts = [...machine.mounts.values()].map(({ target, readOnly, frame }): Bind => {
      const place = frame ?? target
      return { source: place, target: place, access: readOnly ? 'read' : 'write', isFrame: frame !== undefined }
    })
    const binds = inMountOrder([...this.#preparedFor(machine).binds, ...mounts])
    const options = bwrapArguments({ allowNetwork, allowSystemBinaries, replacement, binds })
    return [...options, '--chdir', cwd, '--', ...command]
  }

  #preparedFor(machine: LocalMachine): Prepared {
    const prepared = this.#prepared.get(machine)
    if (!prepared) throw unavailable('the machine was not prepared')
    return prepared
  }

  async #planBinds(machine: LocalMachine, withSystem: boolean): Promise<Bind[]> {
    const { readOnlyPaths = [], readWritePaths = [], readOnly = false } = this.#config
    const { workingDirectory } = machine
    const wish =
      (access: Bind['access']) =>
      (place: string): BindWish => ({ path: place, access })
    const node = withSystem ? nodeDirectories().filter((directory) => existsSync(directory)) : []
    const wishes = [
      ...node.map(wish('read')),
      wish(readOnly ? 'read' : 'write')(workingDirectory),
      ...readWritePaths.map(wish('write')),
      ...readOnlyPaths.map(wish('read')),
    ]
    return planBinds(wishes, withSystem ? systemDirectories : [], (missing) => {
      this.#logger().debug(`The isolated sandbox does without ${missing}, which does not exist`)
    })
  }

  #sees(machine: LocalMachine, place: string): boolean {
    const binds = this.#prepared.get(machine)?.binds ?? []
    return binds.some(({ target }) => isBelow(target, place))
  }
}

function unavailable(reason: string): IsolationUnavailableError {
  return new IsolationUnavailableError('bwrap', reason, { operation: 'start', provider: 'local' })
}

/** Bubblewrap reports an exit code only for a command that it did start. */
function readExit(exit: ProcessExit, report: string): ProcessExit {
  if (exit.signal !== undefined || report.includes('"exit-code"')) return exit
  const message = 'bubblewrap failed before it started the command; what it says is on stderr'
  throw new SandboxProviderError(
    message,
    'UNAVAILABLE',
    { ...exit },
    { operation: 'spawn', provider: 'local', retry: 'safe' },
  )
}
