import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { invalidArgument } from '../../errors/argument-error.js'
import { MissingMachineError } from './missing-machine-error.js'
import { SandboxProviderError, type ProviderErrorCode } from '../../errors/sandbox-errors.js'

/** What the code of a failed process start means, once its directories are known to be fine. */
const startFailures: Readonly<Record<string, { code: ProviderErrorCode; message: string }>> = {
  E2BIG: {
    code: 'INVALID_ARGUMENT',
    message: 'The command with its environment is longer than the system allows; put long text into a file',
  },
  EAGAIN: { code: 'UNAVAILABLE', message: 'The system cannot start another process now' },
  ENOMEM: { code: 'UNAVAILABLE', message: 'The system has no memory for another process' },
  EMFILE: { code: 'UNAVAILABLE', message: 'The host process has too many files open' },
  ENFILE: { code: 'UNAVAILABLE', message: 'The system has too many files open' },
  EACCES: { code: 'PERMISSION_DENIED', message: 'The host may not start the program' },
}

/** Where a command was to be started. */
export interface StartAttempt {
  /** The shell, or the program that isolates. */
  readonly program: string
  readonly cwd: string
  readonly workingDirectory: string
}

/**
 * Finds out why a process could not be started. The system blames the program for a directory that is missing, so the
 * directories are looked at. Nothing has run, hence every answer is safe to retry where that could help.
 */
export async function explainStartFailure(error: unknown, attempt: StartAttempt): Promise<Error> {
  const directories = await checkDirectories(attempt)
  if (directories) return directories
  const code = systemCode(error)
  const known = startFailures[code]
  const message = known?.message ?? `The program could not be started (${code || 'unknown cause'})`
  const details = { program: attempt.program, cwd: attempt.cwd }
  return new SandboxProviderError(`${message}: ${attempt.program}`, known?.code ?? 'UNKNOWN', details, {
    operation: 'spawn',
    provider: 'local',
    retry: known?.code === 'UNAVAILABLE' ? 'safe' : 'never',
    cause: error,
  })
}

/** What is wrong with the directories of a command that is to be started, if anything is. */
async function checkDirectories({ cwd, workingDirectory }: StartAttempt): Promise<Error | undefined> {
  const root = await problemOf(workingDirectory)
  if (root === 'missing') {
    return new MissingMachineError(workingDirectory)
  }
  const problem = root ?? (cwd === workingDirectory ? undefined : await problemOf(cwd))
  return problem && directoryErrors[problem](root ? workingDirectory : cwd)
}

type DirectoryProblem = 'missing' | 'not a directory' | 'unreadable'

const directoryErrors: Readonly<Record<DirectoryProblem, (directory: string) => Error>> = {
  missing: (directory) => directoryError('The directory to run the command in does not exist', 'NOT_FOUND', directory),
  'not a directory': (directory) => invalidArgument({ name: 'cwd', expected: 'a directory', given: directory }),
  unreadable: (directory) =>
    directoryError('The directory to run the command in may not be entered', 'PERMISSION_DENIED', directory),
}

function directoryError(message: string, code: ProviderErrorCode, directory: string): Error {
  const options = { operation: 'spawn', provider: 'local', retry: 'never' } as const
  return new SandboxProviderError(`${message}: ${directory}`, code, { cwd: directory }, options)
}

async function problemOf(directory: string): Promise<DirectoryProblem | undefined> {
  try {
    if (!(await stat(directory)).isDirectory()) return 'not a directory'
    await access(directory, constants.X_OK)
    return undefined
  } catch (error) {
    return directoryProblems[systemCode(error)] ?? 'unreadable'
  }
}

const directoryProblems: Readonly<Record<string, DirectoryProblem>> = { ENOENT: 'missing', ENOTDIR: 'not a directory' }

/** The code that the system gave, such as `ENOENT`; empty when there is none. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
