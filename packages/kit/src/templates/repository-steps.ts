import { sh } from '@caisson/core/driver'
import { cloneCommands } from './clone-commands.js'
import { repositoryDirectory } from './repository-directory.js'
import type { RepositoryPlan, RepositoryStep } from './repository-plan.js'
import { setupSteps } from './setup-steps.js'

/**
 * All that is done for a repository, in its order: the working directory is made and given to the user, the repository is cloned there at its
 * commit, set up and marked. The token is in none of the texts: they name the variable that holds it.
 */
export function repositorySteps(plan: RepositoryPlan): readonly RepositoryStep[] {
  const { repository, sha, workingDirectory, tokenVariable } = plan
  const clone = cloneCommands({ repository, directory: repositoryDirectory(plan), sha, tokenVariable })
  return [
    makeDirectory(workingDirectory),
    { workingDirectory },
    ...clone.map(({ text }) => ({ run: text })),
    ...setupSteps(plan),
  ]
}

/** Places that only root may write to are given to the user. */
function makeDirectory(directory: string): RepositoryStep {
  const owner = sh`"$(id -u):$(id -g)"`
  const byRoot = sh`sudo -n mkdir -p -- ${directory} && sudo -n chown ${owner} ${directory}`
  return { run: sh`mkdir -p -- ${directory} 2>/dev/null || { ${byRoot}; }`.text }
}
