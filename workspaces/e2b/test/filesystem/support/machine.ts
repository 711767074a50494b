import { type E2BEmulator, startE2BEmulator } from '@caisson/emulators'
import type { DiskBench } from '@caisson/testing/disk'
import { CommandExitError, Sandbox } from 'e2b'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { E2BDisk, writeE2BFiles, type E2BFileAccess, type E2BRun } from '../../../src/filesystem/index.js'

/** A machine of the emulator, attached by the vendor's own client. */
export interface Machine extends DiskBench {
  readonly emulator: E2BEmulator
  readonly sandbox: Sandbox
  /** Files and scripts of the machine, as the driver hands them over. */
  readonly access: E2BFileAccess
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

function runOf(sandbox: Sandbox): E2BRun {
  return async (command, { cwd, signal, user } = {}) => {
    const settings = {
      timeoutMs: 0,
      ...(cwd === undefined ? {} : { cwd }),
      ...(user === undefined ? {} : { user }),
      ...(signal === undefined ? {} : { signal }),
    }
    try {
      const { exitCode, stdout, stderr } = await sandbox.commands.run(command.text, settings)
      return { exitCode, stdout: Buffer.from(stdout), stderr: Buffer.from(stderr) }
    } catch (error) {
      if (!(error instanceof CommandExitError) || error.exitCode < 0) throw error
      return { exitCode: error.exitCode, stdout: Buffer.from(error.stdout), stderr: Buffer.from(error.stderr) }
    }
  }
}

/** One emulator with one machine for the tests of a file. */
export function useMachine(): () => Machine {
  let emulator: E2BEmulator | undefined
  let machine: Machine | undefined
  beforeAll(async () => {
    const started = await startE2BEmulator()
    emulator = started
    const connection = { apiKey: started.env['E2B_API_KEY'] ?? '', apiUrl: started.url, sandboxUrl: started.url }
    const sandbox = await Sandbox.create({ ...connection, envs: misleading })
    const access: E2BFileAccess = { files: sandbox.files, run: runOf(sandbox) }
    machine = {
      emulator: started,
      sandbox,
      access,
      home: '/home/user',
      // Weaker machines have one user only.
      owner: started.describe().machines.backing === 'namespaces' ? 'user' : 'root',
      routes: { upload: 'POST /files', script: 'POST /process.Process/Start' },
      open: (workingDirectory) => new E2BDisk({ ...access, workingDirectory }),
      writeFiles: (files, workingDirectory, signal) => writeE2BFiles({ ...access, workingDirectory }, files, signal),
      sh: async (command) => (await sandbox.commands.run(command, { user: 'root', timeoutMs: 0 })).stdout,
      routesSince: (last) => started.journal.entries({ after: last, kind: 'call' }).map(({ route }) => route),
    }
  })
  afterAll(() => emulator?.close())
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
