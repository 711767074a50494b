import { optionalFlag, requiredText } from '../http/body-fields.js'
import { requiredQuery } from '../http/query.js'
import { readJson } from '../http/read-json.js'
import type { ToolboxExchange } from '../http/route.js'
import { sendJson } from '../http/send.js'
import { ToolboxError } from '../http/toolbox-error.js'
import { openRepository, requireName } from './repository.js'

/** `GET /git/remotes` */
export async function listRemotes(exchange: ToolboxExchange): Promise<void> {
  const git = await openRepository(exchange, requiredQuery(exchange.url, 'path'))
  const { output } = await git(['config', '-z', '--get-regexp', String.raw`^remote\..*\.url$`], {
    allowedStatuses: [1],
  })
  const remotes = output
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [key = '', ...url] = entry.split('\n')
      return { name: key.slice('remote.'.length, -'.url'.length), url: url.join('\n') }
    })
  sendJson(exchange.response, 200, { remotes })
}

/** `POST /git/remotes` */
export async function addRemote(exchange: ToolboxExchange): Promise<void> {
  const body = await readJson(exchange.request)
  const name = requireName(requiredText(body, 'name'), 'remote name')
  const url = requireName(requiredText(body, 'url'), 'remote URL')
  const git = await openRepository(exchange, requiredText(body, 'path'))
  const existing = await git(['config', '--get', `remote.${name}.url`], { allowedStatuses: [1] })
  if (existing.status === 0 && !optionalFlag(body, 'overwrite')) {
    throw new ToolboxError(409, `conflict: remote already exists: ${name}`)
  }
  await git(existing.status === 0 ? ['remote', 'set-url', name, url] : ['remote', 'add', name, url])
  if (optionalFlag(body, 'fetch')) await git(['fetch', name])
  sendJson(exchange.response, 201)
}
