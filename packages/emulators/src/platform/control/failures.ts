import { HttpFailure } from '../../http/http-failure.js'

/** A request that makes no sense. */
export function invalid(message: string): HttpFailure {
  return new HttpFailure(400, message, { code: 'invalid_request' })
}

export function notFound(what: string, id: string): HttpFailure {
  return new HttpFailure(404, `${what} ${JSON.stringify(id)} was not found`, { code: 'not_found' })
}

/** For a sandbox that was destroyed. */
export function gone(sandboxId: string): HttpFailure {
  return new HttpFailure(410, `Sandbox ${JSON.stringify(sandboxId)} was destroyed`, { code: 'gone' })
}

export function quotaExceeded(limit: number): HttpFailure {
  return new HttpFailure(403, `The quota of ${limit} sandboxes is used up`, { code: 'quota_exceeded' })
}
