import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Resolution } from '../../http/front.js'
import { HttpFailure } from '../../http/http-failure.js'
import type { Reply } from '../../http/reply.js'
import { notImplemented, s3Failure } from '../errors/s3-failure.js'
import { type S3Answer, S3Call } from '../s3-call.js'
import type { S3State } from '../s3-state.js'
import { authenticate } from '../signing/authenticate.js'
import { type Operation, operations } from './operations.js'
import { requestIds } from './request-ids.js'
import { unknownSubresources } from './subresources.js'
import { readTarget, type Target } from './target.js'
import { refuseUnknownParts } from './unknown-parts.js'

function scopeOf({ bucket, key }: Target): Operation['on'] {
  if (bucket === '') return 'service'
  return key === '' ? 'bucket' : 'object'
}

function findOperation(request: IncomingMessage, target: Target): Operation | undefined {
  const on = scopeOf(target)
  return operations.find(({ method, on: scope, parameter, header }) => {
    if (method !== request.method || scope !== on) return false
    if (header !== undefined && request.headers[header] === undefined) return false
    return parameter === undefined || target.query.has(parameter)
  })
}

async function send(reply: Reply, { status, headers, body }: S3Answer): Promise<void> {
  const all = { ...requestIds(), ...headers }
  if (body === undefined || typeof body === 'string') return reply.send(status, body, all)
  try {
    await pipeline(body, reply.stream(status, all))
  } catch {
    // One of the two ends has gone; the answer must not look complete.
    reply.drop()
  }
}

function refuse(route: string, failure: HttpFailure): Resolution {
  return {
    route,
    kind: 'call',
    isKnown: false,
    handle: () => {
      throw failure
    },
  }
}

function targetOf(request: IncomingMessage, state: S3State): Target | HttpFailure {
  try {
    return readTarget(request, state.hostSuffixes, state.pathPrefix)
  } catch (error) {
    if (error instanceof HttpFailure) return error
    throw error
  }
}

/** Finds what a request asks for. What the emulator does not know is refused by name. */
export function resolveRequest(state: S3State, request: IncomingMessage): Resolution {
  const target = targetOf(request, state)
  if (target instanceof HttpFailure) return refuse(`${request.method} (not an address)`, target)
  const subresource = unknownSubresources.find((name) => target.query.has(name))
  const where = { service: '/', bucket: '/{bucket}', object: '/{bucket}/{key}' }[scopeOf(target)]
  if (subresource !== undefined) {
    return refuse(`${request.method} ${where}?${subresource}`, notImplemented(`?${subresource}`))
  }
  const operation = findOperation(request, target)
  if (operation === undefined) return refuse(`${request.method} ${where}`, s3Failure('MethodNotAllowed'))
  return {
    route: operation.name,
    kind: 'call',
    handle: async (reply) => {
      const caller = authenticate(request, target, state, Date.now())
      refuseUnknownParts(operation.name, request.headers, target.query)
      await send(reply, await operation.handle(new S3Call(request, target, state, caller)))
    },
  }
}
