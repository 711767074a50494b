import { SandboxExecutionError, type CommandResult, type WorkspaceSandbox } from '@caisson/core/workspace'
import { sh } from '@caisson/core/driver'
import {
  cloneCommands,
  redactRepositoryText,
  repositoryDirectory,
  repositorySteps,
  setupSteps,
  type RepositoryPlan,
  type RepositoryStep,
} from '@caisson/kit/templates'

/** How much of what a command has printed its error shows. */
const shownCharacters = 2000

/**
 * Clones a repository in a running machine and sets it up, unless that was done before. A set-up that was cut off goes on with the clone that
 * is there.
 *
 * Throws `SandboxExecutionError` when a command fails; the command itself is not shown, since it may hold secrets.
 */
export async function setUpRepository(sandbox: WorkspaceSandbox, plan: RepositoryPlan): Promise<void> {
  const directory = repositoryDirectory(plan)
  const [marker, git] = [`${directory}/.mastra-sandbox/setup`, `${directory}/.git`]
  const look = sh`if [ -e ${marker} ]; then echo done; elif [ -e ${git} ]; then echo cloned; fi`
  const { stdout } = await run(sandbox, plan, { command: look.text, what: 'looking for the clone' })
  if (stdout.trim() === 'done') return
  const steps = stdout.trim() === 'cloned' ? stepsAfterClone(plan, directory) : repositorySteps(plan)
  let cwd: string | undefined
  for (const [index, step] of steps.entries()) {
    if ('workingDirectory' in step) cwd = step.workingDirectory
    else await run(sandbox, plan, { command: step.run, cwd, what: `step ${index + 1} of ${steps.length}` })
  }
}

function stepsAfterClone(plan: RepositoryPlan, directory: string): readonly RepositoryStep[] {
  const [_clone, ...checkOut] = cloneCommands({ ...plan, directory })
  return [...checkOut.map(({ text }) => ({ run: text })), ...setupSteps(plan)]
}

interface Command {
  readonly command: string
  readonly cwd?: string | undefined
  /** For errors. */
  readonly what: string
}

async function run(
  sandbox: WorkspaceSandbox,
  { repository }: RepositoryPlan,
  { command, cwd, what }: Command,
): Promise<CommandResult> {
  const result = await sandbox.executeCommand?.(command, [], cwd === undefined ? {} : { cwd })
  if (result?.success === true) return result
  const { exitCode = 1, stdout = '', stderr = '' } = result ?? {}
  const [out, err] = [stdout, stderr].map((text) => redactRepositoryText(text.slice(-shownCharacters).trim()))
  const message = `Setting up ${repository.url} failed at ${what} with exit code ${exitCode}: ${err || out}`
  throw new SandboxExecutionError(message, exitCode, out ?? '', err ?? '', { operation: 'setup', provider: 'e2b' })
}
