import { AgentError } from '../http/agent-error.js'

/** A time that is limited; `undefined` for one that is missing, null or 0. Throws a 400. */
export function readLimit(body: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = body[name]
  if (value === undefined || value === null || value === 0) return undefined
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) {
    throw new AgentError(400, `${name} must be a number that is not negative`)
  }
  return value
}
