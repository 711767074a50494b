import type { RequestKind } from './journal-entry.js'

/** What a row of a table of routes says beside how it is handled. */
export interface RoutePattern {
  readonly method: string
  /** Parts in braces are parameters: `/sandboxes/{id}/pause`. A last part `*` is the rest, as it was sent, in the parameter `*`. */
  readonly path: string
  /** Default `call`. */
  readonly kind?: RequestKind | undefined
}

export interface RouteMatch<Route> {
  readonly route: Route
  readonly parameters: Readonly<Record<string, string>>
}

interface CompiledRoute<Route> {
  readonly route: Route
  readonly method: string
  readonly parts: readonly string[]
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

function parameterName(part: string): string | undefined {
  return part.startsWith('{') ? part.slice(1, -1) : undefined
}

function matchParts(pattern: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  const isOpen = pattern.at(-1) === '*'
  if (isOpen ? parts.length < pattern.length : parts.length !== pattern.length) return undefined
  const parameters: Record<string, string> = isOpen ? { '*': parts.slice(pattern.length - 1).join('/') } : {}
  for (const [index, expected] of pattern.slice(0, isOpen ? -1 : undefined).entries()) {
    const given = parts[index] ?? ''
    const name = parameterName(expected)
    if (name === undefined) {
      if (given !== expected) return undefined
      continue
    }
    const value = decode(given)
    if (value === undefined || value === '') return undefined
    parameters[name] = value
  }
  return parameters
}

/** Finds the row for a request; of several, the first. */
export class RouteTable<Route extends RoutePattern> {
  readonly #routes: readonly CompiledRoute<Route>[]

  constructor(routes: readonly Route[]) {
    this.#routes = routes.map((route) => ({ route, method: route.method, parts: route.path.split('/') }))
  }

  find(method: string, pathname: string): RouteMatch<Route> | undefined {
    const parts = pathname.split('/')
    for (const candidate of this.#routes) {
      if (candidate.method !== method) continue
      const parameters = matchParts(candidate.parts, parts)
      if (parameters) return { route: candidate.route, parameters }
    }
    return undefined
  }
}

export function nameRoute({ method, path }: RoutePattern): string {
  return `${method} ${path}`
}
