import { type DaytonaEmulator, startDaytonaEmulator } from '@caisson/emulators'
import { Daytona, type Sandbox } from '@daytonaio/sdk'
import { shellQuote } from '@caisson/kit/shell'
import type { DiskBench } from '@caisson/testing/disk'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { runDaytonaScript } from '../../../src/driver/processes/run-script.js'
import { DaytonaDisk, writeDaytonaFiles, type DaytonaFileAccess } from '../../../src/filesystem/index.js'
import { connectionOf } from '../../support/emulated.js'

/** A machine of the emulator, attached by the vendor's own client. */
export interface Machine extends DiskBench {
  readonly emulator: DaytonaEmulator
  readonly sandbox: Sandbox
  /** Files and scripts of the machine, as the driver hands them over. */
  readonly access: DaytonaFileAccess
  /** Runs a command as root. */
  root(command: string): Promise<string>
}

/** [BR-013] Variables that change what the programs of scripts print, or how a shell behaves. */
const misleading = {
  QUOTING_STYLE: 'shell-always',
  LC_ALL: 'de_DE.UTF-8',
  POSIXLY_CORRECT: '1',
  BLOCK_SIZE: 'human-readable',
  TIME_STYLE: 'full-iso',
  TMPDIR: '/nonexistent',
  CDPATH: '/etc',
  GREP_OPTIONS: '-v',
}

/** One emulator with one machine for the tests of a file. */
export function useMachine(): () => Machine {
  let emulator: DaytonaEmulator | undefined
  let client: Daytona | undefined
  let machine: Machine | undefined
  beforeAll(async () => {
    const started = await startDaytonaEmulator()
    emulator = started
    client = new Daytona({ ...connectionOf(started), useDeprecatedPolling: true })
    const sandbox = await client.create({ envVars: misleading })
    const sh = async (command: string): Promise<string> =>
      (await sandbox.process.executeCommand(command, undefined, { LC_ALL: 'C' })).result
    const access: DaytonaFileAccess = {
      fs: async () => sandbox.fs,
      run: (command, options = {}) => runDaytonaScript(sandbox, command, options),
    }
    machine = {
      emulator: started,
      sandbox,
      access,
      home: (await sandbox.getWorkDir()) ?? '',
      sh,
      root: (command) => sh(`sudo -n sh -c ${shellQuote(command)}`),
      // Weaker machines have one user only.
      owner: started.describe().machines.backing === 'namespaces' ? 'daytona' : 'root',
      routes: { upload: 'POST /toolbox/files/bulk-upload', script: 'POST /toolbox/process/execute' },
      open: (workingDirectory) => new DaytonaDisk({ ...access, workingDirectory }),
      writeFiles: (files, workingDirectory, signal) =>
        writeDaytonaFiles({ ...access, workingDirectory }, files, signal),
      routesSince: (last) => started.journal.entries({ after: last, kind: 'call' }).map(({ route }) => route),
    }
  })
  afterAll(async () => {
    await client?.[Symbol.asyncDispose]()
    await emulator?.close()
  })
  return () => {
    if (machine === undefined) throw new TypeError('the machine has not started')
    return machine
  }
}

/** Whether the machines have several users, and mounts of their own. */
export function isFullMachine({ emulator }: Machine): boolean {
  return emulator.describe().machines.backing === 'namespaces'
}

/** Skips the tests of a file where the machines are weaker. */
export function needFullMachine(machine: () => Machine): void {
  beforeEach(({ skip }) => {
    const { summary } = machine().emulator.describe().machines
    skip(!isFullMachine(machine()), `needs machines with users and mounts of their own; ${summary}`)
  })
}
