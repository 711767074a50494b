import { EnvdError } from '../envd-error.js'
import type { SandboxUpdate } from '../sandbox-state.js'
import { sameSecret } from '../../../daemon/same-secret.js'
import { hasAccess } from './access-token.js'
import type { Exchange } from './exchange.js'
import { readJson } from './read-json.js'
import { sendNothing } from './send.js'

function textOf(body: Record<string, unknown>, name: string): string | undefined {
  const value = body[name]
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw new EnvdError('invalidArgument', `${name} must be a string`)
  return value
}

function variablesOf(value: unknown): Record<string, string> {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object') throw new EnvdError('invalidArgument', 'envVars must be an object')
  return Object.fromEntries(
    Object.entries(value).map(([name, text]): [string, string] => {
      if (typeof text === 'string') return [name, text]
      throw new EnvdError('invalidArgument', `the value of ${name} in envVars must be a string`)
    }),
  )
}

function timeOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const timeMs = Date.parse(text)
  if (Number.isNaN(timeMs)) throw new EnvdError('invalidArgument', 'timestamp must be a time in ISO 8601')
  return timeMs
}

/** The sandbox's host says who may come in and what commands see: at its start, and after it was resumed or copied. */
export async function initialize({ request, response, state }: Exchange): Promise<void> {
  const body = await readJson(request)
  const update: SandboxUpdate = {
    accessToken: textOf(body, 'accessToken'),
    envVars: variablesOf(body['envVars']),
    defaultUser: textOf(body, 'defaultUser'),
    defaultWorkdir: textOf(body, 'defaultWorkdir'),
    sentAtMs: timeOf(textOf(body, 'timestamp')),
  }
  const { accessToken } = state
  const repeatsToken =
    accessToken !== undefined && update.accessToken !== undefined && sameSecret(update.accessToken, accessToken)
  if (!repeatsToken && !hasAccess(request, accessToken)) {
    throw new EnvdError('unauthenticated', 'the access token does not match the one that was set before')
  }
  state.update(update)
  sendNothing(response)
}
