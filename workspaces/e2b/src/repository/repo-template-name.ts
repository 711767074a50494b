import { contentName, type Repository } from '@caisson/kit/templates'
import { mountableTemplateId } from '../templates/mountable/mountable-template-id.js'
import type { RepoTemplateSettings } from './repo-template-settings.js'

/** Raised when the same options come to mean other steps: what was built before is then not taken any more. */
const version = 'v1'
const hashDigits = 8
const mostSlugCharacters = 24
const shaCharacters = 12

/** Of what was built last, whatever the commit. */
export const currentTag = 'current'

/** The tag of what is built at a commit. */
export function commitTag(sha: string | undefined): string {
  return sha === undefined ? currentTag : `sha-${sha.slice(0, shaCharacters).toLowerCase()}`
}

export type NamingSettings = Pick<
  RepoTemplateSettings,
  'baseTemplate' | 'mountable' | 'mintsBuildEnv' | 'resources' | 'setupCommands' | 'workingDirectory'
>

/** The name of a template, which is the same for all commits. `variables`: those of the setup commands. */
export function repoTemplateName(
  repository: Repository,
  settings: NamingSettings,
  variables: Readonly<Record<string, string>>,
): string {
  const { setupCommands, mintsBuildEnv, resources, workingDirectory } = settings
  const base = settings.baseTemplate ?? mountableTemplateId(settings.mountable)
  const names = Object.keys(variables).toSorted()
  // Values that are minted for each build say nothing about what is built.
  const buildEnv = names.length === 0 ? null : mintsBuildEnv ? names : variables
  const { cpuCount, memoryMB } = resources
  const content = [version, repository.url, setupCommands, buildEnv, cpuCount, memoryMB, workingDirectory, base]
  const words = repository.segments.slice(-2).map((segment) => slug(segment))
  return contentName(['caisson-repo', ...words].filter((word) => word !== '').join('-'), content, hashDigits)
}

function slug(text: string): string {
  const words = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return words.replace(/^-/, '').slice(0, mostSlugCharacters).replace(/-$/, '')
}
