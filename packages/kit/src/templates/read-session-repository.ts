import { invalidArgument, SandboxUnsupportedFeatureError } from '@caisson/core/workspace'
import { readRepository } from './repository.js'
import type { RepositoryAccess } from './repository-access.js'

/** What a host application says of the repository of a session. */
export interface SessionRepository {
  /** `owner/name` at GitHub. */
  readonly repoFullName?: string | undefined
  readonly getRepositoryAccess?: (() => Promise<RepositoryAccess | undefined>) | undefined
  readonly setupCommand?: string | readonly string[] | undefined
}

/** Of sessions with several repositories, which templates of one have no place for. */
const membersOfMany = ['repos', 'workspaceSetupCommand', 'continueOnSetupFailure']
/** They say something of a repository. */
const membersOfOne = ['setupCommand', 'workingDirectory', 'repoSha']

/**
 * Finds out which repository a session has, if it has one: `repoFullName` is one that everybody may read.
 *
 * Throws INVALID_ARGUMENT naming the member that is wrong, or that needs a repository and has none; `SandboxUnsupportedFeatureError` for
 * several repositories.
 */
export function readSessionRepository(
  context: SessionRepository & object,
): (() => Promise<RepositoryAccess | undefined>) | undefined {
  const { getRepositoryAccess, repoFullName } = context
  const many = membersOfMany.find((name) => isGiven(Reflect.get(context, name)))
  if (many !== undefined) {
    const message = `context.${many}: sandboxes of several repositories are not supported`
    throw new SandboxUnsupportedFeatureError(message, { option: many }, { retry: 'never' })
  }
  if (getRepositoryAccess !== undefined) return readFunction(getRepositoryAccess)
  if (isGiven(repoFullName)) {
    const cloneUrl = urlOf(repoFullName)
    return async () => ({ cloneUrl })
  }
  const lonely = membersOfOne.find((name) => isGiven(Reflect.get(context, name)))
  if (lonely === undefined) return undefined
  const expected = 'a repository beside it'
  throw invalidArgument({ name: `context.${lonely}`, expected, given: undefined })
}

function isGiven(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isGiven)
  return value !== undefined && value !== false && (typeof value !== 'string' || value.trim() !== '')
}

function readFunction(given: unknown): () => Promise<RepositoryAccess | undefined> {
  if (typeof given === 'function') return given as () => Promise<RepositoryAccess | undefined>
  throw invalidArgument({ name: 'context.getRepositoryAccess', expected: 'a function', given })
}

function urlOf(repoFullName: unknown): string {
  const isName = typeof repoFullName === 'string' && /^[\w.-]+\/[\w.-]+$/.test(repoFullName)
  if (isName) return readRepository(`https://github.com/${repoFullName}`).url
  throw invalidArgument({ name: 'context.repoFullName', expected: 'owner/name of a repository', given: repoFullName })
}
