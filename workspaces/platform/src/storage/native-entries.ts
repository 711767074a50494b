import { ObjectStoreError, type CopyRequest, type NativeEntries } from '@caisson/kit/object-store'
import { conditionHeaders } from './conditions.js'
import { platformErrorKind } from './error-kind.js'
import { objectPath } from './object-address.js'
import type { StoreRequests } from './store-requests.js'

/** What the platform does with a file or directory in one request. */
export function nativeEntries(requests: StoreRequests, bucket: string): NativeEntries {
  const transfer = async (op: 'copy' | 'rename', operation: string, request: CopyRequest): Promise<void> => {
    const { source, destination, condition, signal } = request
    const path = objectPath(bucket, source)
    const headers = conditionHeaders(condition)
    const call = { operation, method: 'POST', path, query: { op }, headers, json: { destination }, signal } as const
    try {
      await requests.done(call)
    } catch (error) {
      if (condition?.kind !== 'absent' || platformErrorKind(error) !== 'changed') throw error
      throw new ObjectStoreError('It is there already', 'exists', { cause: error })
    }
  }
  return {
    // Without the condition a directory that is empty would be deleted as well.
    deleteFile: async (key, signal) => {
      const path = objectPath(bucket, key)
      const headers = { 'if-match': '*' }
      await requests.done({ operation: 'delete a file', method: 'DELETE', path, headers, signal })
    },
    deleteTree: async (below, signal) => {
      const path = objectPath(bucket, below)
      await requests.done({
        operation: 'delete a directory',
        method: 'DELETE',
        path,
        query: { recursive: 'true' },
        signal,
      })
    },
    copyFile: async (request) => transfer('copy', 'copy a file', request),
    moveFile: async (request) => transfer('rename', 'move a file', request),
    makeDirectory: async (below, signal) => {
      const path = objectPath(bucket, below)
      await requests.done({ operation: 'make a directory', method: 'POST', path, query: { op: 'mkdir' }, signal })
    },
  }
}
