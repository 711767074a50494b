export { createRepoTemplate } from './create-repo-template.js'
export type { RepoTemplateIdentity } from './repo-template-identity.js'
export type { RepoTemplateOptions } from './repo-template-options.js'
export { repoTemplateRef } from './repo-template-ref.js'
