import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod } from 'node:fs/promises'
import path from 'node:path'
import type { MachineBacking, MachineFeatures, MachineStart, RunningMachine } from '../backing.js'
import { daemonEnvironment } from '../daemon-environment.js'
import { writeProcesses } from '../host/host-record.js'
import { hostVariable } from '../host/host-variable.js'
import type { MachineFiles } from '../host/machine-files.js'
import { MachineError } from '../machine-error.js'
import type { MachineOptions } from '../machine-types.js'
import { addressOf } from '../network-filter/address-of.js'
import { exitStatus } from '../processes/exit-status.js'
import { joinedCommand } from '../processes/join-script.js'
import { listMarkedProcesses } from '../processes/list-processes.js'
import { OutputTail } from '../processes/output-tail.js'
import { identify } from '../processes/process-identity.js'
import { fillDisk } from './copied-disk.js'
import { linkShared } from './link-shared.js'

/**
 * Plain processes of this computer with a directory of their own. Works everywhere, isolates nothing: programs see the host, `sudo` and FUSE
 * are the host's affair, and absolute paths mean the host's files unless the daemon translates them.
 */
export class DirectoryBacking implements MachineBacking {
  readonly backing = 'directory'
  readonly features: MachineFeatures = { fuse: false, sudo: false, privateNetwork: false }

  async prepareDisk(files: MachineFiles, options: MachineOptions): Promise<void> {
    await fillDisk(files, options)
    for (const entry of options.shared ?? []) await linkShared(files.disk, entry)
    if (process.getuid?.() === 0) await letThrough(files)
  }

  rootDirectory(files: MachineFiles): string {
    return files.disk
  }

  #environment({ files, options, control }: MachineStart): Record<string, string> {
    const address = addressOf(options, control)
    const place = { socketPath: files.socketPath, root: files.disk, host: files.hostDirectory, address }
    const home = path.join(files.disk, 'home', options.user.name)
    const environment = daemonEnvironment(options, { backing: this.backing, home, ...place })
    return { ...environment, TMPDIR: path.join(files.disk, 'tmp') }
  }

  async start(start: MachineStart): Promise<RunningMachine> {
    const { files, options, control } = start
    const { daemon } = options
    const command = [process.execPath, ...(daemon.nodeArguments ?? []), daemon.file, ...(daemon.arguments ?? [])]
    const [program, ...argv] = joinedCommand(control.joinFiles, command)
    const child = spawn(program, argv, {
      cwd: files.disk,
      env: this.#environment(start),
      // A process group of its own, so that a Ctrl-C for the emulator does not reach it.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output = new OutputTail()
    output.follow(child.stdout)
    output.follow(child.stderr)
    const exited = exitStatus(child, 'exit')
    if (child.pid === undefined) {
      const [error] = (await once(child, 'error')) as [Error]
      throw new MachineError('START_FAILED', `machine ${options.id}: ${program} could not be started`, { cause: error })
    }
    const initPid = child.pid
    await writeProcesses(
      files.directory,
      [identify(initPid)].flatMap((identity) => identity ?? []),
    )
    const marker = hostVariable(files.hostDirectory)
    return {
      processes: {
        initPid,
        initEndsAll: false,
        list: () => listMarkedProcesses(marker, `CAISSON_MACHINE_ID=${options.id}`),
      },
      exited,
      log: () => output.text(),
    }
  }
}

/** Root's directories are closed to others; the user of a machine has to get through them to its own, though not to see what else is there. */
async function letThrough({ hostDirectory, directory }: MachineFiles): Promise<void> {
  for (const place of [hostDirectory, path.dirname(directory), directory]) await chmod(place, 0o711)
}
