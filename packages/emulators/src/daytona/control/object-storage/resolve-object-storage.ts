import type { IncomingMessage } from 'node:http'
import type { Resolution } from '../../../http/front.js'
import { HttpFailure } from '../../../http/http-failure.js'
import { s3FailureForm } from '../../../s3/errors/s3-failure-form.js'
import { resolveRequest } from '../../../s3/request/resolve-request.js'
import { type ContextStore, storagePath } from './context-store.js'

/** Finds what a request to the object storage asks for; `undefined` for requests to anything else. Failures are in its own form. */
export function resolveObjectStorage(
  contexts: ContextStore,
  request: IncomingMessage,
  url: URL,
): Resolution | undefined {
  if (!url.pathname.startsWith(`${storagePath}/`)) return undefined
  const found = resolveRequest(contexts.state, request)
  return {
    ...found,
    handle: async (reply) => {
      try {
        await found.handle(reply)
      } catch (error) {
        if (!(error instanceof HttpFailure) || reply.isStarted) throw error
        const { body, headers } = s3FailureForm(error, request)
        reply.send(error.status, body, { ...error.headers, ...headers })
      }
    },
  }
}
