import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Sandbox } from '../control/sandboxes/sandbox.js'

const operations: Readonly<Record<string, string>> = { GET: 'read', HEAD: 'read', POST: 'write' }

function sign(parts: readonly string[]): Buffer {
  const digest = createHash('sha256').update(parts.join(':')).digest('base64')
  return Buffer.from(`v1_${digest.replace(/=+$/, '')}`)
}

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/**
 * Where one host serves all sandboxes, a signed address names none. Its signature was made with the token of one of them, which is
 * found by trying.
 */
export function findSigned(sandboxes: readonly Sandbox[], request: IncomingMessage, url: URL): Sandbox | undefined {
  const operation = operations[request.method ?? '']
  const query = url.searchParams
  const signature = query.get('signature')
  if (url.pathname !== '/files' || operation === undefined || signature === null) return undefined
  const expiration = query.get('signature_expiration')
  return sandboxes.find(({ envdToken }) => {
    if (envdToken === undefined) return false
    const parts = [query.get('path') ?? '', operation, query.get('username') ?? '', envdToken]
    return isSame(Buffer.from(signature), sign(expiration === null ? parts : [...parts, expiration]))
  })
}
