export { BuildFailure } from './templates/build-failure.js'
export {
  BuildQueue,
  type BackgroundBuildWatch,
  type BuildQueueOptions,
  type KnownBuildFailure,
} from './templates/build-queue.js'
export type { Build, BuildLogEntry, BuildWatch } from './templates/build.js'
export { cloneCommands, type CloneOptions } from './templates/clone-commands.js'
export { contentName } from './templates/content-name.js'
export { gitEnvironment } from './templates/git-environment.js'
export { installNodeCommand, type InstallNodeOptions } from './templates/install-node-command.js'
export { defaultNodeVersion } from './templates/node-releases.js'
export type { NodeSource } from './templates/node-source.js'
export { readAuthorization } from './templates/read-authorization.js'
export {
  readRepoTemplateOptions,
  type RepoTemplateChoices,
  type RepoTemplateSettings,
} from './templates/read-repo-template-options.js'
export { readSessionRepository, type SessionRepository } from './templates/read-session-repository.js'
export { redactRepositoryText } from './templates/redact-repository-text.js'
export type { RepositoryAccess, RepositoryAuthorization } from './templates/repository-access.js'
export { repositoryDirectory } from './templates/repository-directory.js'
export { RepositoryHeads, type HeadQuestion, type RepositoryHead } from './templates/repository-heads.js'
export type { RepositoryPlan, RepositoryStep } from './templates/repository-plan.js'
export { repositorySteps } from './templates/repository-steps.js'
export { readRepository, type Repository } from './templates/repository.js'
export { setupSteps } from './templates/setup-steps.js'
export { templateBuildError, type BuildErrorFacts } from './templates/template-build-error.js'
export { templateBuildTimeoutError, type BuildTimeoutFacts } from './templates/template-build-timeout-error.js'
export { templateSearchLimitMs } from './templates/template-search-limit.js'
export { readWorkingDirectory } from './templates/working-directory.js'
