import { networkFacts } from '@caisson/kit/http'
import { ObjectStoreError, statusErrorKind, type ObjectErrorKind } from '@caisson/kit/object-store'
import { SandboxError } from '@caisson/core/workspace'
import { PlatformApiError } from '../client/index.js'

/** The platform's own words, where the status alone says something else. */
const wordKinds: Readonly<Record<string, ObjectErrorKind>> = {
  bucket_not_found: 'noBucket',
}

const networkKinds: Readonly<Record<string, ObjectErrorKind>> = { ABORTED: 'aborted' }

/** What an error of the platform or of the network means. */
export function platformErrorKind(error: unknown): ObjectErrorKind {
  if (ObjectStoreError.isInstance(error)) return error.kind
  if (error instanceof PlatformApiError) {
    const { code = '', status } = error
    // What came as a success and cannot be understood is a store that is out of order.
    return wordKinds[code] ?? (status < 300 ? 'unavailable' : statusErrorKind(status))
  }
  if (SandboxError.isInstance(error)) return error.code === 'TIMEOUT' ? 'unavailable' : 'unknown'
  const facts = error instanceof Error ? networkFacts(error) : undefined
  return facts === undefined ? 'unknown' : (networkKinds[facts.code] ?? 'unavailable')
}
