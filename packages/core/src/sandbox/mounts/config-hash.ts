/**
 * First 16 hex digits of SHA-256 over the configuration as JSON with sorted keys. Secrets are part of the input, so that new
 * credentials mean a new mount. Only computed when something is mounted, and only then is the hash module loaded.
 */
export async function computeConfigHash(config: unknown): Promise<string> {
  const { createHash } = await import('node:crypto')
  return createHash('sha256').update(stableJson(config)).digest('hex').slice(0, 16)
}

function stableJson(value: unknown): string {
  const sorted = JSON.stringify(value, (_key, item: unknown) => {
    if (typeof item === 'bigint') return `${item}n`
    if (typeof item === 'function') return `function ${item.name}`
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item
    return Object.fromEntries(Object.entries(item).toSorted(([left], [right]) => (left < right ? -1 : 1)))
  })
  return sorted ?? 'undefined'
}
