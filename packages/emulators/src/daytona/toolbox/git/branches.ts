import { requiredText } from '../http/body-fields.js'
import { requiredQuery } from '../http/query.js'
import { readJson } from '../http/read-json.js'
import type { ToolboxExchange } from '../http/route.js'
import { sendJson } from '../http/send.js'
import { openRepository, type Repository, requireName } from './repository.js'

/** `GET /git/branches` */
export async function listBranches(exchange: ToolboxExchange): Promise<void> {
  const git = await openRepository(exchange, requiredQuery(exchange.url, 'path'))
  const { output } = await git(['for-each-ref', '--format=%(refname:short)', 'refs/heads'])
  const current = await git(['symbolic-ref', '--quiet', '--short', 'HEAD'], { allowedStatuses: [1] })
  const branches = output.split('\n').filter((name) => name !== '')
  sendJson(exchange.response, 200, { branches, current: current.output.trim() })
}

interface NamedBranch {
  readonly git: Repository
  readonly name: string
}

async function readBranch(exchange: ToolboxExchange, field: 'name' | 'branch'): Promise<NamedBranch> {
  const body = await readJson(exchange.request)
  const name = requireName(requiredText(body, field), 'branch name')
  return { git: await openRepository(exchange, requiredText(body, 'path')), name }
}

/** `POST /git/branches`: a branch at the present commit, which is not switched to. */
export async function createBranch(exchange: ToolboxExchange): Promise<void> {
  const { git, name } = await readBranch(exchange, 'name')
  await git(['branch', name])
  sendJson(exchange.response, 201)
}

/** `DELETE /git/branches`, with a body */
export async function deleteBranch(exchange: ToolboxExchange): Promise<void> {
  const { git, name } = await readBranch(exchange, 'name')
  await git(['branch', '-D', name])
  sendJson(exchange.response, 204)
}

/** `POST /git/checkout`: a branch, or a commit without one. */
export async function checkout(exchange: ToolboxExchange): Promise<void> {
  const { git, name } = await readBranch(exchange, 'branch')
  await git(['checkout', name])
  sendJson(exchange.response, 200)
}
