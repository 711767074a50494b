import { spawn, type ChildProcess } from 'node:child_process'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { MachineBacking, MachineFeatures, MachineStart, RunningMachine } from '../backing.js'
import { daemonEnvironment } from '../daemon-environment.js'
import { fillDisk } from '../directory/copied-disk.js'
import { writeProcesses } from '../host/host-record.js'
import type { MachineFiles } from '../host/machine-files.js'
import { MachineError } from '../machine-error.js'
import { insideCommand, insideSocket } from '../inside-machine.js'
import type { MachineOptions } from '../machine-types.js'
import { planMasks } from '../namespaces/masks.js'
import { exitStatus } from '../processes/exit-status.js'
import { joinedCommand } from '../processes/join-script.js'
import { listNamespaceProcesses } from '../processes/list-processes.js'
import { OutputTail } from '../processes/output-tail.js'
import { addressOf } from '../network-filter/address-of.js'
import { identify } from '../processes/process-identity.js'
import { writeAccounts } from './account-binds.js'
import { bubblewrapArguments } from './bubblewrap-arguments.js'

/** bubblewrap writes one JSON object to this descriptor, with the init's process id, and closes it. */
async function readInitPid(child: ChildProcess): Promise<number | undefined> {
  const stream = child.stdio[3]
  if (!(stream instanceof Readable)) return undefined
  const [, pid] = /"child-pid":\s*(\d+)/.exec(await text(stream)) ?? []
  return pid === undefined ? undefined : Number(pid)
}

export interface StartedBubblewrap {
  readonly child: ChildProcess
  readonly exited: Promise<number>
  readonly output: OutputTail
}

/** Starts a command below bubblewrap. */
export function spawnBubblewrap(
  program: string,
  start: MachineStart,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): StartedBubblewrap {
  const own = bubblewrapArguments(start, planMasks(), process.getuid?.() === 0)
  const whole = [program, '--info-fd', '3', ...own, '--', ...command]
  const [shell, ...argv] = joinedCommand(start.control.joinFiles, whole)
  const child = spawn(shell, argv, { cwd: '/', env, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
  const output = new OutputTail()
  for (const stream of [child.stdout, child.stderr]) if (stream) output.follow(stream)
  return { child, exited: exitStatus(child, 'close'), output }
}

/**
 * Private processes and directories by bubblewrap, which needs no root: the system is the host's and read-only, there is one user, and `sudo`
 * cannot work since new privileges are ruled out.
 */
export class BubblewrapBacking implements MachineBacking {
  readonly backing = 'bubblewrap'
  readonly features: MachineFeatures = { fuse: false, sudo: false, privateNetwork: true }
  readonly #program: string

  constructor(program: string) {
    this.#program = program
  }

  async prepareDisk(files: MachineFiles, options: MachineOptions): Promise<void> {
    await fillDisk(files, options)
    await writeAccounts(files, options)
  }

  rootDirectory(): undefined {
    return undefined
  }

  async start(start: MachineStart): Promise<RunningMachine> {
    const { files, options, control } = start
    const address = addressOf(options, control)
    const place = { socketPath: insideSocket, root: '', home: '/root', host: files.hostDirectory, address }
    const env = daemonEnvironment(options, { backing: this.backing, ...place })
    const { child, exited, output } = spawnBubblewrap(this.#program, start, insideCommand(options), env)
    const initPid = await readInitPid(child)
    if (initPid === undefined) {
      await exited
      throw new MachineError('START_FAILED', `machine ${options.id}: bubblewrap: ${output.text().trim()}`)
    }
    await writeProcesses(
      files.directory,
      [child.pid ?? 0, initPid].flatMap((pid) => identify(pid) ?? []),
    )
    return {
      processes: { initPid, initEndsAll: true, list: () => listNamespaceProcesses(initPid) },
      exited,
      log: () => output.text(),
    }
  }
}
