import { optionalText, requiredText } from '../http/body-fields.js'
import { requiredQuery } from '../http/query.js'
import { readJson } from '../http/read-json.js'
import type { ToolboxExchange } from '../http/route.js'
import { sendJson } from '../http/send.js'
import { ToolboxError } from '../http/toolbox-error.js'
import { openRepository, requireName } from './repository.js'
import { type GitOptions, type GitResult, runGit } from './run-git.js'

const scopes: ReadonlySet<string> = new Set(['global', 'local', 'system'])

type ConfigCall = (args: readonly string[], options?: GitOptions) => Promise<GitResult>

/** What runs `git config` at a scope. */
async function configAt(exchange: ToolboxExchange, scope: string, path: string): Promise<ConfigCall> {
  if (!scopes.has(scope)) throw new ToolboxError(400, `bad request: invalid scope: ${scope}`)
  if (scope !== 'local') return (args, options) => runGit(exchange, ['config', `--${scope}`, ...args], options)
  if (path === '') throw new ToolboxError(400, 'bad request: path is required when scope is local')
  const git = await openRepository(exchange, path)
  return (args, options) => git(['config', '--local', ...args], options)
}

function configKey(key: string): string {
  if (!/^[^.\s-][^.\s]*\.(?:.*\.)?[a-z][a-z0-9-]*$/i.test(key)) {
    throw new ToolboxError(400, `bad request: invalid config key: ${key}`)
  }
  return key
}

function scopeOf(given: string | null | undefined): string {
  return given === null || given === undefined || given === '' ? 'global' : given
}

/** `GET /git/config`: a value, or null where it is not set. */
export async function getConfig(exchange: ToolboxExchange): Promise<void> {
  const query = exchange.url.searchParams
  const key = configKey(requiredQuery(exchange.url, 'key'))
  const config = await configAt(exchange, scopeOf(query.get('scope')), query.get('path') ?? '')
  const { output, status } = await config(['-z', '--get', key], { allowedStatuses: [1] })
  sendJson(exchange.response, 200, { value: status === 0 ? output.replace(/\0$/, '') : null })
}

/** `POST /git/config` */
export async function setConfig(exchange: ToolboxExchange): Promise<void> {
  const body = await readJson(exchange.request)
  const key = configKey(requiredText(body, 'key'))
  const value = optionalText(body, 'value') ?? ''
  const config = await configAt(exchange, scopeOf(optionalText(body, 'scope')), optionalText(body, 'path') ?? '')
  await config(['--replace-all', key, value])
  sendJson(exchange.response, 200)
}

/** `POST /git/config/user` */
export async function configureUser(exchange: ToolboxExchange): Promise<void> {
  const body = await readJson(exchange.request)
  const name = requiredText(body, 'name')
  const email = requiredText(body, 'email')
  const config = await configAt(exchange, scopeOf(optionalText(body, 'scope')), optionalText(body, 'path') ?? '')
  await config(['--replace-all', 'user.name', name])
  await config(['--replace-all', 'user.email', email])
  sendJson(exchange.response, 200)
}

/** `POST /git/credentials`: keeps a password in plain text in the user's home, for all later calls. */
export async function storeCredentials(exchange: ToolboxExchange): Promise<void> {
  const body = await readJson(exchange.request)
  const fields = {
    protocol: optionalText(body, 'protocol') ?? 'https',
    host: optionalText(body, 'host') ?? 'github.com',
    username: requiredText(body, 'username'),
    password: requiredText(body, 'password'),
  }
  for (const [name, value] of Object.entries(fields)) {
    if (/[\n\0]/.test(value)) throw new ToolboxError(400, `bad request: invalid ${name}`)
  }
  requireName(fields.host, 'host')
  await runGit(exchange, ['config', '--global', '--replace-all', 'credential.helper', 'store'])
  const input = Object.entries(fields).map(([name, value]) => `${name}=${value}\n`)
  await runGit(exchange, ['credential', 'approve'], { input: `${input.join('')}\n` })
  sendJson(exchange.response, 200)
}
