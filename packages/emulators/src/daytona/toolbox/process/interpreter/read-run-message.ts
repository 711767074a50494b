import { optionalText, optionalTextMap } from '../../http/body-fields.js'
import { ToolboxError } from '../../http/toolbox-error.js'
import { checkVariables } from '../system/check-variables.js'

/** What a client asks for with the first message of a connection. */
export interface RunMessage {
  readonly code: string
  readonly contextId: string | undefined
  readonly envs: Readonly<Record<string, string>>
  readonly timeoutMs: number
}

const defaultTimeoutSeconds = 600

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch (cause) {
    throw new ToolboxError(400, 'the request is not JSON', { cause })
  }
  throw new ToolboxError(400, 'the request is not an object')
}

/** Throws a `ToolboxError` for what is no request. */
export function readRunMessage(text: string): RunMessage {
  const body = parse(text)
  const code = optionalText(body, 'code') ?? ''
  if (code.trim() === '') throw new ToolboxError(400, 'code is required')
  const envs = optionalTextMap(body, 'envs') ?? {}
  checkVariables(envs)
  const { timeout = defaultTimeoutSeconds } = body
  if (typeof timeout !== 'number' || timeout < 0) throw new ToolboxError(400, 'timeout must be a number of seconds')
  return { code, contextId: optionalText(body, 'contextId'), envs, timeoutMs: timeout * 1000 }
}
