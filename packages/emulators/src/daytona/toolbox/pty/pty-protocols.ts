import type { IncomingMessage } from 'node:http'
import { ToolboxError } from '../http/toolbox-error.js'

const exitControl = 'X-Daytona-Pty-Exit-Control'
const variablesPrefix = 'X-Daytona-Pty-Envs~'

/** What a client says in the names of protocols that it offers. */
export interface PtyProtocols {
  /** The one that the answer names; never the one with variables, which would repeat them. */
  readonly chosen: string | undefined
  readonly wantsExit: boolean
  readonly envs: unknown
}

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch (cause) {
    throw new ToolboxError(400, 'bad request: the variables are not JSON in base64url', { cause })
  }
}

export function readProtocols({ headers }: IncomingMessage): PtyProtocols {
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((text) => text.trim())
  const variables = offered.find((name) => name.startsWith(variablesPrefix))
  const wantsExit = offered.includes(exitControl)
  const others = offered.filter((name) => name !== '' && name !== variables)
  return {
    chosen: wantsExit ? exitControl : (others[0] ?? variables),
    wantsExit,
    envs: variables === undefined ? undefined : decode(variables.slice(variablesPrefix.length)),
  }
}
