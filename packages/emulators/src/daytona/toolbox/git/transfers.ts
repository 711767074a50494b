import path from 'node:path'
import { optionalCount, optionalFlag, optionalText, requiredText } from '../http/body-fields.js'
import { readJson } from '../http/read-json.js'
import type { ToolboxExchange } from '../http/route.js'
import { sendJson } from '../http/send.js'
import { ToolboxError } from '../http/toolbox-error.js'
import { makeDirectory } from '../make-directory.js'
import { openRepository, type Repository, requireName } from './repository.js'
import { type GitCredentials, runGit } from './run-git.js'

type Body = Readonly<Record<string, unknown>>

function credentialsOf(body: Body): GitCredentials | undefined {
  const username = optionalText(body, 'username')
  const password = optionalText(body, 'password')
  if (username === undefined && password === undefined) return undefined
  return { username: username ?? '', password: password ?? '' }
}

function nameOf(body: Body, field: string, what: string): string | undefined {
  const name = optionalText(body, field)
  return name === undefined || name === '' ? undefined : requireName(name, what)
}

/** `POST /git/clone` */
export async function clone(exchange: ToolboxExchange): Promise<void> {
  const body = await readJson(exchange.request)
  const url = requireName(requiredText(body, 'url'), 'URL')
  const target = await exchange.state.resolvePath(requiredText(body, 'path'))
  const branch = nameOf(body, 'branch', 'branch name')
  const commit = nameOf(body, 'commit_id', 'commit')
  const depth = optionalCount(body, 'depth')
  const options = { credentials: credentialsOf(body), insecureSkipTls: optionalFlag(body, 'insecure_skip_tls') }
  makeDirectory(path.dirname(target.actual))
  const choice = [
    ...(branch === undefined ? [] : ['--branch', branch, '--single-branch']),
    ...(depth === undefined || depth === 0 ? [] : ['--depth', String(depth)]),
  ]
  await runGit(exchange, ['clone', ...choice, '--', url, target.actual], options)
  if (commit !== undefined) await runGit(exchange, ['checkout', commit], { directory: target.actual })
  sendJson(exchange.response, 200)
}

async function branchOf(git: Repository, body: Body): Promise<string> {
  const given = nameOf(body, 'branch', 'branch name')
  if (given !== undefined) return given
  const { output, status } = await git(['symbolic-ref', '--quiet', '--short', 'HEAD'], { allowedStatuses: [1] })
  if (status !== 0) throw new ToolboxError(400, 'bad request: HEAD is detached, so a branch must be named')
  return output.trim()
}

/** `POST /git/push` */
export async function push(exchange: ToolboxExchange): Promise<void> {
  const body = await readJson(exchange.request)
  const git = await openRepository(exchange, requiredText(body, 'path'))
  const remote = nameOf(body, 'remote', 'remote name') ?? 'origin'
  const upstream = optionalFlag(body, 'set_upstream') ? ['--set-upstream'] : []
  await git(['push', ...upstream, remote, await branchOf(git, body)], { credentials: credentialsOf(body) })
  sendJson(exchange.response, 200)
}

/** `POST /git/pull` */
export async function pull(exchange: ToolboxExchange): Promise<void> {
  const body = await readJson(exchange.request)
  const git = await openRepository(exchange, requiredText(body, 'path'))
  const remote = nameOf(body, 'remote', 'remote name') ?? 'origin'
  const branch = await branchOf(git, body)
  await git(['pull', '--no-rebase', '--no-edit', remote, branch], { credentials: credentialsOf(body) })
  sendJson(exchange.response, 200)
}
