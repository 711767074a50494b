/** A new logical id such as `local-sandbox-m3k2x1-8fq0zt`: a prefix, the time and a random part, both in base 36. */
export function createId(prefix: string): string {
  const random = Math.floor(Math.random() * 36 ** 6)
    .toString(36)
    .padStart(6, '0')
  return `${prefix}-${currentTimeMs().toString(36)}-${random}`
}

/** Wall-clock time in milliseconds since 1970. */
export function currentTimeMs(): number {
  return Date.now()
}
