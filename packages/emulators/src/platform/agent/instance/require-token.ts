import type { IncomingMessage } from 'node:http'
import { sameSecret } from '../../../daemon/same-secret.js'
import { AgentError } from '../http/agent-error.js'

/** Throws a 401 for a request without the token of the side-car, where it has one. */
export function requireToken({ headers }: IncomingMessage, token: string | undefined): void {
  if (token === undefined) return
  const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (given === undefined) throw new AgentError(401, 'the side-car asks for a bearer token')
  if (!sameSecret(given, token)) throw new AgentError(401, 'the bearer token is not the one of this side-car')
}
