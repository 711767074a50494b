import { invalid } from '../failures.js'
import type { NetworkIsolation } from './sandbox.js'

/** What a body asks for. */
export interface Creation {
  readonly environmentId: string
  readonly recoveryId: string
  readonly seedCheckpointName: string | undefined
  readonly templateDefinition: unknown
  readonly templateBuildEnvs: unknown
  readonly idleMinutes: number | undefined
  readonly isolation: NetworkIsolation
  readonly env: Readonly<Record<string, string>>
}

type Body = Readonly<Record<string, unknown>>

const mostNameLength = 255
const mostIdleMinutes = 1440

/** Throws a 400 for what is no name. */
export function readName(body: Body, member: string): string {
  const value = body[member]
  if (typeof value === 'string' && value.trim() !== '' && value.length <= mostNameLength) return value
  throw invalid(`${member}: expected a text of 1 to ${mostNameLength} characters`)
}

function readOptionalName(body: Body, member: string): string | undefined {
  return body[member] === undefined || body[member] === null ? undefined : readName(body, member)
}

function readIdleMinutes({ idleTimeoutMinutes: value }: Body): number | undefined {
  if (value === undefined || value === null) return undefined
  if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= mostIdleMinutes) return Number(value)
  throw invalid(`idleTimeoutMinutes: expected a whole number from 1 to ${mostIdleMinutes}`)
}

function readIsolation({ networkIsolation: value = 'ISOLATED' }: Body): NetworkIsolation {
  if (value === null) return 'ISOLATED'
  if (value === 'ISOLATED' || value === 'PRIVATE') return value
  throw invalid('networkIsolation: expected ISOLATED or PRIVATE')
}

function readEnv({ env = {} }: Body): Record<string, string> {
  if (env === null) return {}
  if (typeof env !== 'object' || Array.isArray(env)) throw invalid('env: expected an object')
  const pairs = Object.entries(env).map(([name, value]: [string, unknown]): [string, string] => {
    if (!/^[^=\0]+$/.test(name)) throw invalid(`env: ${JSON.stringify(name)} cannot be a variable`)
    if (typeof value !== 'string' || value.includes('\0')) throw invalid(`env.${name}: expected a text`)
    return [name, value]
  })
  return Object.fromEntries(pairs)
}

/** Checks the body of a creation. Throws a 400 that names the member. */
export function readCreation(body: Body): Creation {
  return {
    environmentId: readName(body, 'environmentId'),
    recoveryId: readName(body, 'id'),
    seedCheckpointName: readOptionalName(body, 'seedCheckpointName'),
    templateDefinition: body['templateDefinition'] ?? undefined,
    templateBuildEnvs: body['templateBuildEnvs'],
    idleMinutes: readIdleMinutes(body),
    isolation: readIsolation(body),
    env: readEnv(body),
  }
}
