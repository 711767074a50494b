import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { unless } from '../../../daemon/system-error.js'
import type { ToolboxExchange } from '../http/route.js'
import { ToolboxError } from '../http/toolbox-error.js'
import { type GitOptions, type GitResult, runGit } from './run-git.js'

/** Runs git in a repository. */
export type Repository = (args: readonly string[], options?: Omit<GitOptions, 'directory'>) => Promise<GitResult>

/** Opens the repository at a path of a request; what is returned runs git in it. */
export async function openRepository(exchange: ToolboxExchange, shown: string): Promise<Repository> {
  const { actual } = await exchange.state.resolvePath(shown)
  const directory = await unless(['ENOENT', 'ENOTDIR'], undefined, () => realpath(actual))
  if (directory === undefined || !(await stat(directory)).isDirectory()) {
    throw new ToolboxError(404, `repository not found: ${shown}`, { code: 'GIT_REPO_NOT_FOUND' })
  }
  // A directory inside of a repository is none of its own.
  const env = { GIT_CEILING_DIRECTORIES: path.dirname(directory) }
  return (args, options = {}) => runGit(exchange, args, { ...options, directory, env: { ...env, ...options.env } })
}

/** Names of branches, remotes and revisions must not be read as options. */
export function requireName(name: string, what: string): string {
  if (name.startsWith('-')) throw new ToolboxError(400, `bad request: invalid ${what}: ${name}`)
  return name
}
