import { SandboxProviderError, type Logger } from '@caisson/core/workspace'
import {
  readAuthorization,
  readRepository,
  redactRepositoryText,
  RepositoryHeads,
  type Repository,
  type RepositoryAuthorization,
} from '@caisson/kit/templates'
import type { NamedTemplateSpec } from '../templates/template-spec.js'
import { orAborted } from './or-aborted.js'
import { makeRepoDefinition } from './repo-definition.js'
import { commitTag, currentTag, repoTemplateName } from './repo-template-name.js'
import type { RepoTemplateOptions } from './repo-template-options.js'
import type { RepoTemplateSettings } from './repo-template-settings.js'

/** Of all repositories that this process has asked about. */
const heads = new RepositoryHeads()

export interface RepoSpecRequest {
  readonly getRepositoryAccess: NonNullable<RepoTemplateOptions['getRepositoryAccess']>
  readonly settings: RepoTemplateSettings
  readonly logger: Logger
  /** Ends the wait for an answer. */
  readonly signal?: AbortSignal | undefined
  /** Whether the last known commit will do where the present one cannot be had. */
  readonly takesLastKnown: boolean
  /** The commit that is wanted, whatever the head is: the host of the repository is not asked then, and no other commit will do. */
  readonly sha?: string | undefined
}

/** A named template, and the commit it is of; `undefined` where that is not known. */
export interface RepoSpec {
  readonly spec: NamedTemplateSpec
  readonly sha: string | undefined
}

/**
 * Finds out which template is wanted now: where the default branch is, and the variables of the setup commands. Nothing is cloned before the
 * template is built.
 *
 * Throws what the caller's functions throw, the reason of the signal, NOT_FOUND where there is no repository, PERMISSION_DENIED where its host
 * refuses this access, and INVALID_ARGUMENT. A host that does not answer is a warning.
 */
export async function resolveRepoSpec(request: RepoSpecRequest): Promise<RepoSpec> {
  return orAborted(resolveSpec(request), request.signal)
}

async function resolveSpec(request: RepoSpecRequest): Promise<RepoSpec> {
  const { getRepositoryAccess, settings, sha: known } = request
  const access = await getRepositoryAccess()
  if (access === undefined) throw new SandboxProviderError('there is no repository to make a template of', 'NOT_FOUND')
  const repository = readRepository(access.cloneUrl)
  const authorization = readAuthorization(access)
  const [sha, variables] = await Promise.all([
    known ?? findHead(repository, authorization, request),
    settings.buildEnv(),
  ])
  const name = repoTemplateName(repository, settings, variables)
  const ref = `${name}:${commitTag(sha)}`
  const title = `template ${ref}`
  const spec: NamedTemplateSpec = {
    ref,
    template: async () => makeRepoDefinition({ repository, authorization, sha, settings, variables, title }),
    // A commit that was asked for is not what others are to go on with, nor will what was built last do in its place.
    ...(known === undefined ? { staleRef: `${name}:${currentTag}`, buildTags: [currentTag] } : {}),
    buildResources: settings.resources,
    secrets: [...(authorization === undefined ? [] : [authorization.token]), ...Object.values(variables)],
  }
  return { spec, sha }
}

async function findHead(
  repository: Repository,
  authorization: RepositoryAuthorization | undefined,
  { settings, logger, takesLastKnown }: RepoSpecRequest,
): Promise<string | undefined> {
  const {
    sha: found,
    failure,
    isRefused = false,
  } = await heads.find({ repository, authorization, fetch: settings.fetch })
  if (failure === undefined) return found
  if (isRefused) throw refusal(repository, failure)
  const sha = takesLastKnown ? found : undefined
  const consequence = sha === undefined ? 'what was built last is used' : `the last known one is used, ${sha}`
  const text = `the head of ${repository.url} could not be had (${failure}): ${consequence}`
  logger.warn(redactRepositoryText(text, [authorization?.token]))
  return sha
}

/** The name of a template says nothing about who may read it, so that one that was built with another token would be taken. */
function refusal({ url }: Repository, failure: string): Error {
  // Of several lines the first one only is shown, and `git` says why in a later one.
  const reason = failure.replaceAll(/\s*\n\s*/g, ': ')
  const message = `the host refuses to show ${url} to this access, so that no template of it is used: ${reason}`
  return new SandboxProviderError(message, 'PERMISSION_DENIED', { repository: url }, { retry: 'never' })
}
