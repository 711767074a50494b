import { HttpFailure } from '../../../http/http-failure.js'
import type { ControlExchange, ControlRoute } from '../control-route.js'
import { pageOf, parseLimit } from '../sandboxes/list-page.js'
import { parseListQuery } from '../sandboxes/list-query.js'
import { viewListed, viewSandbox } from '../sandboxes/sandbox-views.js'

function list({ cloud, url, reply }: ControlExchange): void {
  const { searchParams } = url
  const query = parseListQuery(searchParams, cloud.settings.minuteMs)
  const page = pageOf(cloud.sandboxes.all(), query, parseLimit(searchParams), searchParams.get('cursor'))
  reply.send(200, { items: page.items.map((sandbox) => viewListed(sandbox, cloud)), nextCursor: page.nextCursor })
}

function pageNumber(query: URLSearchParams): number {
  const page = Number(query.get('page') ?? '1')
  if (Number.isInteger(page) && page >= 1) return page
  throw new HttpFailure(400, 'page must not be less than 1')
}

/** As older clients ask for lists: by the number of the page. */
function listPaginated({ cloud, url, reply }: ControlExchange): void {
  const { searchParams } = url
  const query = parseListQuery(searchParams, cloud.settings.minuteMs)
  const limit = parseLimit(searchParams)
  const page = pageNumber(searchParams)
  const all = cloud.sandboxes
    .all()
    .filter((sandbox) => query.fits(sandbox))
    .toSorted((a, b) => query.compare(query.key(a), query.key(b)))
  const items = all.slice((page - 1) * limit, page * limit).map((sandbox) => viewSandbox(sandbox, cloud))
  reply.send(200, { items, total: all.length, page, totalPages: Math.ceil(all.length / limit) })
}

export const sandboxListRoutes: readonly ControlRoute[] = [
  { method: 'GET', path: '/sandbox', handle: list },
  { method: 'GET', path: '/sandbox/paginated', handle: listPaginated },
]
