import { isNode } from './json-schema.js'

/**
 * What a `$ref` within the same document points at; `undefined` for anything else. Nothing is ever fetched, and no
 * inherited member is followed.
 */
export function resolvePointer(root: unknown, reference: string): { schema: unknown } | undefined {
  if (reference === '#') return { schema: root }
  if (!reference.startsWith('#/')) return undefined
  let current: unknown = root
  for (const part of reference.slice(2).split('/')) {
    const key = decode(part)
    if (key === undefined) return undefined
    if (Array.isArray(current) && /^\d+$/.test(key)) current = current[Number(key)]
    else if (isNode(current) && Object.hasOwn(current, key)) current = current[key]
    else return undefined
  }
  return current === undefined ? undefined : { schema: current }
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}
