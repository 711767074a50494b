import type { IncomingMessage } from 'node:http'
import { invalid, notImplemented } from './failures.js'

/** Access lists of single objects, which buckets refuse that have one access for all. */
const accessParameters = ['predefinedAcl', 'destinationPredefinedAcl', 'predefinedDefaultObjectAcl'] as const

const unknownParameters = ['kmsKeyName', 'destinationKmsKeyName', 'filter', 'matchGlob'] as const

const unknownHeaders = ['x-goog-encryption-key', 'x-goog-copy-source-encryption-key'] as const

/** Throws 400 and 501 for what changes a call and is not done here: to take it and do something else would be a lie. */
export function checkUnsupported(request: IncomingMessage, query: URLSearchParams): void {
  if (accessParameters.some((name) => query.has(name))) {
    throw invalid('Cannot use ACL API to update bucket policy when uniform bucket-level access is enabled.')
  }
  // Go's clients name parameters that they leave empty; such a one changes nothing.
  const parameter = unknownParameters.find((name) => (query.get(name) ?? '') !== '')
  if (parameter !== undefined) throw notImplemented(`the parameter ${parameter}`)
  if (query.get('softDeleted') === 'true') throw notImplemented('objects that are deleted softly')
  const header = unknownHeaders.find((name) => request.headers[name] !== undefined)
  if (header !== undefined) throw notImplemented(`the header ${header}`)
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw notImplemented(`bodies that are compressed on their way: ${encoding}`)
}
