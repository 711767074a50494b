import { invalidArgument } from '../errors/s3-failure.js'
import type { S3Call } from '../s3-call.js'

/** What the client asked for, and what it gets. */
export interface PageSize {
  readonly asked: number
  readonly limit: number
}

/** `name`: for example `max-keys`. */
export function readPageSize(call: S3Call, name: string): PageSize {
  const { pageSize } = call.state.limits
  const text = call.query.get(name)
  if (text === undefined || text === '') return { asked: 1000, limit: pageSize }
  if (!/^\d{1,10}$/.test(text) || Number(text) >= 2 ** 31) {
    throw invalidArgument(name, text, `Argument ${name} must be an integer between 0 and 2147483647`)
  }
  return { asked: Number(text), limit: Math.min(Number(text), pageSize) }
}
