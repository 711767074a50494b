import type { OutgoingHttpHeaders } from 'node:http'
import type { StoredObject } from '../../../objects/index.js'
import { etagOf } from './conditions.js'

/** Node refuses other characters in headers. */
function headerText(text: string): string {
  const bytes = Buffer.from(text, 'utf8').map((byte) => (byte < 0x20 || byte === 0x7f ? 0x20 : byte))
  return Buffer.from(bytes).toString('latin1')
}

export function headersOf(object: StoredObject): OutgoingHttpHeaders {
  return {
    'Content-Type': headerText(object.contentType),
    'Last-Modified': object.modifiedAt.toUTCString(),
    'Accept-Ranges': 'bytes',
    ETag: etagOf(object),
  }
}

/** As listings and answers to changes show it. */
export function viewObject(object: StoredObject): Record<string, unknown> {
  return {
    key: object.key,
    size: object.content.size,
    lastModified: object.modifiedAt.toISOString(),
    etag: etagOf(object),
  }
}
