import { optionalFlag, optionalText, requiredText } from '../http/body-fields.js'
import { readJson } from '../http/read-json.js'
import type { ToolboxExchange } from '../http/route.js'
import { sendJson } from '../http/send.js'
import { makeDirectory } from '../make-directory.js'
import { requireName } from './repository.js'
import { runGit } from './run-git.js'

/** `POST /git/init`: makes a repository, and the directory for it. */
export async function init(exchange: ToolboxExchange): Promise<void> {
  const body = await readJson(exchange.request)
  const { actual: directory } = await exchange.state.resolvePath(requiredText(body, 'path'))
  const branch = optionalText(body, 'initial_branch') ?? ''
  makeDirectory(directory)
  await runGit(
    exchange,
    [
      'init',
      '--quiet',
      ...(optionalFlag(body, 'bare') ? ['--bare'] : []),
      ...(branch === '' ? [] : [`--initial-branch=${requireName(branch, 'branch name')}`]),
    ],
    { directory },
  )
  sendJson(exchange.response, 201)
}
