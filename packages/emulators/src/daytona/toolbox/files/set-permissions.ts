import { chmod, chown, stat } from 'node:fs/promises'
import type { UserDatabase } from '../../../daemon/users/user-database.js'
import { requiredQuery } from '../http/query.js'
import type { ToolboxExchange } from '../http/route.js'
import { sendJson } from '../http/send.js'
import { ToolboxError } from '../http/toolbox-error.js'
import { aboutFile } from './file-error.js'
import { parseMode } from './parse-mode.js'

/** An id in figures, or that of a name; an empty text means no change. */
function idOf(text: string, kind: string, byName: (name: string) => number | undefined): number | undefined {
  if (text === '') return undefined
  if (/^\d{1,10}$/.test(text)) return Number(text)
  const id = byName(text)
  if (id === undefined) throw new ToolboxError(400, `bad request: invalid ${kind}: ${text}`)
  return id
}

/** `POST /files/permissions`: changes mode, owner and group, as far as the sandbox's user may. */
export async function setPermissions({ response, url, state }: ToolboxExchange): Promise<void> {
  const shown = requiredQuery(url, 'path')
  const users: UserDatabase = state.users
  const given = (name: string): string => url.searchParams.get(name) ?? ''
  const mode = given('mode') === '' ? undefined : parseMode(given('mode'))
  const owner = idOf(given('owner'), 'owner', (name) => users.find(name)?.uid)
  const group = idOf(given('group'), 'group', (name) => users.findGroup(name))
  await aboutFile(shown, async () => {
    const { actual } = await state.resolvePath(shown)
    const stats = await stat(actual)
    if (mode !== undefined) await chmod(actual, mode)
    if (owner !== undefined || group !== undefined) await chown(actual, owner ?? stats.uid, group ?? stats.gid)
  })
  sendJson(response, 200)
}
