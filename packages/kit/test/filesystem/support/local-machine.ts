import type { DriverRunResult, ShellCommand } from '@caisson/core/driver'
import type { MachineFiles, MachineRunOptions } from '@caisson/kit/filesystem'
import { spawn } from 'node:child_process'
import { chownSync, mkdirSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** Variables that change what the programs of scripts print, or how a shell behaves. */
const misleading = {
  QUOTING_STYLE: 'shell-always',
  LC_ALL: 'C.UTF-8',
  POSIXLY_CORRECT: '1',
  BLOCK_SIZE: 'human-readable',
  TIME_STYLE: 'full-iso',
  TMPDIR: '/nonexistent',
  CDPATH: '/etc',
}

/** Nobody's number on Linux. */
const otherUser = 65534

/** How a machine for tests differs from one that has nothing but a shell. */
export interface LocalMachineOptions extends Partial<MachineFiles> {
  /** Shell of the scripts. Default `/bin/sh`. */
  readonly shell?: string
  /** Scripts have no special rights; tests that need it run as root only. */
  readonly isOtherUser?: boolean
  /** Where programs are looked for. Default: where this process looks. */
  readonly path?: string
  /** What becomes of the input on its way. */
  readonly onInput?: (input: Uint8Array) => Uint8Array
  /** What becomes of an answer on its way. */
  readonly onAnswer?: (answer: DriverRunResult) => DriverRunResult
}

/** A machine for tests: a directory of this computer, reached by its shell. */
export class LocalMachine {
  /** Sizes of the inputs of the scripts, -1 where there was none. */
  readonly inputs: number[] = []
  readonly files: MachineFiles
  /** Where relative paths start. */
  readonly root: string
  /** Where uploads are kept. */
  readonly staging: string

  private constructor(
    private readonly home: string,
    private readonly options: LocalMachineOptions,
  ) {
    this.root = path.join(home, 'root')
    this.staging = path.join(home, 'staging')
    const { shell: _s, isOtherUser: _i, path: _p, onInput: _o, onAnswer: _a, ...own } = options
    this.files = {
      attachment: this,
      workingDirectory: this.root,
      run: (command, runOptions) => this.run(command, runOptions),
      inputBytes: 64 * 1024,
      staging: this.staging,
      classify: () => undefined,
      ...own,
    }
  }

  /** One that goes with the test. */
  static async forTest(options: LocalMachineOptions = {}): Promise<LocalMachine> {
    const machine = await LocalMachine.create(options)
    onTestFinished(() => machine.remove())
    return machine
  }

  static async create(options: LocalMachineOptions = {}): Promise<LocalMachine> {
    const home = await mkdtemp('/tmp/caisson machine-')
    const machine = new LocalMachine(home, options)
    for (const directory of [machine.root, machine.staging]) mkdirSync(directory)
    if (options.isOtherUser === true) {
      for (const directory of [home, machine.root, machine.staging]) chownSync(directory, otherUser, otherUser)
    }
    return machine
  }

  async remove(): Promise<void> {
    await rm(this.home, { recursive: true, force: true })
  }

  /** A file of it, as this computer reads it. */
  async read(name: string): Promise<string> {
    return readFile(path.join(this.root, name), 'utf8')
  }

  /** All that is temporary and was left. */
  async leftovers(): Promise<string[]> {
    const names = await Promise.all([readdir(this.staging), readdir(this.root, { recursive: true })])
    return names.flat().filter((name) => name.includes('.caisson'))
  }

  async run(command: ShellCommand, { stdin, signal }: MachineRunOptions): Promise<DriverRunResult> {
    this.inputs.push(stdin?.length ?? -1)
    const { shell = '/bin/sh', isOtherUser = false, onInput, onAnswer } = this.options
    const child = spawn(shell, ['-c', command.text], {
      cwd: this.root,
      env: { PATH: this.options.path ?? process.env['PATH'], HOME: this.root, ...misleading },
      ...(isOtherUser ? { uid: otherUser, gid: otherUser } : {}),
      ...(signal ? { signal } : {}),
    })
    const output: { stdout: Buffer[]; stderr: Buffer[] } = { stdout: [], stderr: [] }
    child.stdout.on('data', (piece: Buffer) => output.stdout.push(piece))
    child.stderr.on('data', (piece: Buffer) => output.stderr.push(piece))
    // A script that refuses does not read its input.
    child.stdin.on('error', () => undefined)
    child.stdin.end(stdin && onInput ? onInput(stdin) : (stdin ?? ''))
    const exitCode = await new Promise<number>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (code) => resolve(code ?? -1))
    })
    const answer = { exitCode, stdout: Buffer.concat(output.stdout), stderr: Buffer.concat(output.stderr) }
    return onAnswer ? onAnswer(answer) : answer
  }
}

/** Config of a disk of such a machine. */
export const localNames = {
  name: 'LocalMachineDisk',
  provider: 'test',
  idPrefix: 'test-disk',
  displayName: 'Test disk',
  description: 'The disk of a machine for tests.',
} as const
