import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Sandbox } from '../control/sandboxes/sandbox.js'

const operations: Readonly<Record<string, string>> = {
  '/files/download': 'GET',
  '/files/upload-v2': 'POST',
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Whether an address carries a valid signature for one file, in place of a key. `path`: the daemon's, with its query. */
export function isSignedFile({ signingKey }: Sandbox, method: string | undefined, path: string): boolean {
  const [pathname = '', search = ''] = path.split('?')
  if (operations[pathname] === undefined || operations[pathname] !== method) return false
  const query = new URLSearchParams(search)
  const [file, expires, signature] = [query.get('path'), query.get('expires'), query.get('signature')]
  if (file === null || expires === null || signature === null || !/^\d+$/.test(expires)) return false
  const digest = createHmac('sha256', signingKey).update(`v1:files:${method}:${file}:${expires}`).digest('base64url')
  const isOver = Number(expires) !== 0 && Number(expires) * 1000 < Date.now()
  return !isOver && isSame(signature, `v1_${digest}`)
}
