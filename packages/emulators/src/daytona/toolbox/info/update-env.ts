import { optionalText, optionalTextMap, optionalTexts } from '../http/body-fields.js'
import { readJson } from '../http/read-json.js'
import type { ToolboxExchange } from '../http/route.js'
import { sendJson } from '../http/send.js'
import { ToolboxError } from '../http/toolbox-error.js'

function requireName(name: string): void {
  if (name === '' || /[=\0]/.test(name)) {
    throw new ToolboxError(400, `bad request: invalid environment variable name: ${JSON.stringify(name)}`)
  }
}

/** `POST /env`: changes the variables of programs that start afterwards. */
export async function updateEnv({ request, response, state }: ToolboxExchange): Promise<void> {
  const body = await readJson(request)
  const set = optionalTextMap(body, 'set')
  const unset = optionalTexts(body, 'unset')
  for (const name of [...Object.keys(set ?? {}), ...(unset ?? [])]) requireName(name)
  for (const [name, value] of Object.entries(set ?? {})) {
    if (value.includes('\0')) throw new ToolboxError(400, `bad request: the value of ${name} contains a zero byte`)
  }
  state.env.change({ set, unset, unsetValuePrefix: optionalText(body, 'unsetValuePrefix') })
  sendJson(response, 200)
}
