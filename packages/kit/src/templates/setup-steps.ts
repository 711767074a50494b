import { createHash } from 'node:crypto'
import { sh } from '@caisson/core/driver'
import { repositoryDirectory } from './repository-directory.js'
import type { RepositoryPlan, RepositoryStep } from './repository-plan.js'

/** The part after the clone is there: it is entered, set up and marked, and the working directory is entered at last. */
export function setupSteps(plan: RepositoryPlan): readonly RepositoryStep[] {
  const { workingDirectory, setupCommands } = plan
  return [
    { workingDirectory: repositoryDirectory(plan) },
    ...setupCommands.map((command) => ({ run: command })),
    mark(setupCommands),
    { workingDirectory },
  ]
}

/** Says in the clone, unseen by git, what it was set up with, so that nobody needs to do it again. */
function mark(setupCommands: readonly string[]): RepositoryStep {
  const digest = createHash('sha256').update(setupCommands.join('\n')).digest('hex')
  const write = sh`mkdir -p .mastra-sandbox && printf '%s\\n' ${`sha256:${digest}`} > .mastra-sandbox/setup`
  return { run: sh`${write} && printf '%s\\n' /.mastra-sandbox/ >> .git/info/exclude`.text }
}
