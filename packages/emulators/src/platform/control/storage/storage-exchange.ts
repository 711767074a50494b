import type { IncomingMessage } from 'node:http'
import type { Reply } from '../../../http/reply.js'
import type { BucketFiles } from './bucket-files.js'

/** What the routes of the file store need of a request. */
export interface StorageExchange {
  readonly cloud: { readonly files: BucketFiles }
  readonly request: IncomingMessage
  readonly reply: Reply
  readonly url: URL
  /** `bucket`, decoded, and `*`, the key as it was sent. */
  readonly params: Readonly<Record<string, string>>
  body(): Promise<Record<string, unknown>>
}

/** A row of the table of routes; paths as those of `ControlRoute`. */
export interface StorageRoute {
  readonly method: string
  readonly path: string
  handle(exchange: StorageExchange): Promise<void> | void
}
