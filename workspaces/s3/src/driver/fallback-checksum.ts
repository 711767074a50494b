import type { DeleteObjectsCommand } from '@aws-sdk/client-s3'
import { createHash } from 'node:crypto'

/**
 * A request that deletes many keys has to carry a checksum. The SDK only makes the newer ones; stores other than Amazon's are
 * certain to know the oldest, MD5, which is sent instead.
 */
export function useFallbackChecksum(command: DeleteObjectsCommand): void {
  command.middlewareStack.add(
    (next) => async (given) => {
      const { request } = given
      if (!isRequest(request)) return next(given)
      const headers = Object.entries(request.headers).filter(([name]) => !isNewer(name))
      const md5 = createHash('md5').update(request.body).digest('base64')
      const changed = Object.assign(request, { headers: { ...Object.fromEntries(headers), 'content-md5': md5 } })
      return next({ ...given, request: changed })
    },
    // After the SDK has made its checksum, before the request is signed.
    { step: 'build', priority: 'low', name: 'caissonFallbackChecksum' },
  )
}

function isNewer(name: string): boolean {
  return /^x-amz-(?:checksum-|sdk-checksum-algorithm$)/i.test(name)
}

function isRequest(value: unknown): value is { headers: Record<string, string>; body: string | Uint8Array } {
  if (typeof value !== 'object' || value === null || !('headers' in value) || !('body' in value)) return false
  return typeof value.body === 'string' || value.body instanceof Uint8Array
}
