import { nameRoute, type RouteMatch, RouteTable } from '../../http/route-table.js'
import type { GCSRoute } from './gcs-route.js'

interface Group {
  readonly query: string
  readonly table: RouteTable<GCSRoute>
}

function fits(wanted: string, query: URLSearchParams): boolean {
  if (wanted === '') return true
  const [name = '', value] = wanted.split('=')
  return value === undefined ? query.has(name) : query.get(name) === value
}

/** Finds the row for a request by its method, its path and what a row wants of the query. */
export class RouteIndex {
  readonly #groups: readonly Group[]

  /** Rows that want something of the query go before those that do not; else the first of several wins. */
  constructor(routes: readonly GCSRoute[]) {
    const queries = [...new Set(routes.map(({ query = '' }) => query))]
    this.#groups = [...queries.filter((query) => query !== ''), ''].map((query) => ({
      query,
      table: new RouteTable(routes.filter((route) => (route.query ?? '') === query)),
    }))
  }

  find(method: string, pathname: string, query: URLSearchParams): RouteMatch<GCSRoute> | undefined {
    for (const group of this.#groups) {
      const match = fits(group.query, query) ? group.table.find(method, pathname) : undefined
      if (match !== undefined) return match
    }
    return undefined
  }
}

/** As the journal shows it, such as `GET /storage/v1/b/{bucket}/o/{object}?alt=media`. */
export function nameGCSRoute(route: GCSRoute): string {
  return route.query === undefined ? nameRoute(route) : `${nameRoute(route)}?${route.query}`
}
