import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { readObject } from '../../http/read-body.js'
import type { RoutePattern } from '../../http/route-table.js'
import type { Cloud } from './cloud.js'
import type { Team } from './teams/team.js'

/** A request to the control plane. */
export interface ControlCall {
  readonly cloud: Cloud
  readonly request: IncomingMessage
  /** Whose key came with it. */
  readonly team: Team
  readonly query: URLSearchParams
  /** A parameter of the path, such as `{id}`. Empty where the route has none of this name. */
  parameter(name: string): string
  /** The body, a JSON object. */
  body(): Promise<Record<string, unknown>>
}

export interface Answer {
  readonly status: number
  /** Absent: no body. */
  readonly body?: unknown
  readonly headers?: OutgoingHttpHeaders | undefined
}

/** A row of the table of routes. */
export interface ControlRoute extends RoutePattern {
  /** `none`: no key is asked for. */
  readonly access?: 'none' | undefined
  handle(call: ControlCall): Promise<Answer> | Answer
}

interface CallParts extends Pick<ControlCall, 'cloud' | 'query' | 'request' | 'team'> {
  readonly parameters: Readonly<Record<string, string>>
}

export function makeCall({ parameters, ...parts }: CallParts): ControlCall {
  const { request } = parts
  return {
    ...parts,
    parameter: (name) => parameters[name] ?? '',
    body: () => readObject(request),
  }
}
