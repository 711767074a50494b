import { invalidArgument } from '@caisson/core/workspace'

/** The address of a repository, taken apart. */
export interface Repository {
  /** Without `.git` and slashes at its end, scheme and host in lower case: the same for the same repository. */
  readonly url: string
  /** Scheme, host and, where it is not that of the scheme, port, such as `https://github.com`. */
  readonly origin: string
  readonly host: string
  /** The path, such as `['owner', 'name']`. */
  readonly segments: readonly string[]
  /** The last segment. */
  readonly name: string
}

const longestUrl = 2048

/**
 * Reads the address of a repository. It reaches `git` and a shell on other machines, so only what addresses of repositories are made of is let
 * through. Throws INVALID_ARGUMENT, which never shows a password in it.
 */
export function readRepository(cloneUrl: unknown): Repository {
  const expected = 'an https address of a repository, without a user, a query or a fragment'
  const refuse = (): never => {
    throw invalidArgument({ name: 'cloneUrl', expected, given: withoutUser(cloneUrl) })
  }
  if (typeof cloneUrl !== 'string' || cloneUrl.length > longestUrl || !/^[\w:/.-]+$/.test(cloneUrl)) return refuse()
  const match = /^https:\/\/([a-z0-9.-]+)(?::(\d{1,5}))?((?:\/[\w.-]+)+)\/*$/i.exec(cloneUrl)
  const [, givenHost = '', givenPort = '443', path = ''] = match ?? []
  const port = Number(givenPort)
  if (match === null || port < 1 || port > 65_535) return refuse()
  const host = givenHost.toLowerCase()
  const segments = path
    .replace(/\.git$/, '')
    .split('/')
    .slice(1)
  const name = segments.at(-1) ?? ''
  if (name === '' || segments.some((segment) => segment === '.' || segment === '..')) return refuse()
  const origin = port === 443 ? `https://${host}` : `https://${host}:${port}`
  return { url: `${origin}/${segments.join('/')}`, origin, host, segments, name }
}

function withoutUser(given: unknown): unknown {
  return typeof given === 'string' ? given.replace(/^.*@/s, '…@').replace(/[?#].*$/s, '…') : given
}
