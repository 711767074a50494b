import type { RepositoryPlan } from './repository-plan.js'

/** Where the clone of a repository lies: absolute. */
export function repositoryDirectory({
  repository,
  workingDirectory,
}: Pick<RepositoryPlan, 'repository' | 'workingDirectory'>): string {
  return `${workingDirectory === '/' ? '' : workingDirectory}/${repository.name}`
}
