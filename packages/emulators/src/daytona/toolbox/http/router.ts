/** What a row of a table of routes says beside how it is handled. */
interface Pattern {
  readonly path: string
}

export interface Found<Row> {
  readonly row: Row
  readonly params: Readonly<Record<string, string>>
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

function matchParts(pattern: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, expected] of pattern.entries()) {
    const given = parts[index] ?? ''
    if (!expected.startsWith(':')) {
      if (given !== expected) return undefined
      continue
    }
    const value = decode(given)
    if (value === undefined || value === '') return undefined
    params[expected.slice(1)] = value
  }
  return params
}

/** Finds the row for a path; of several, the first. */
export function findRow<Row extends Pattern>(rows: readonly Row[], pathname: string): Found<Row> | undefined {
  const parts = pathname.split('/')
  for (const row of rows) {
    const params = matchParts(row.path.split('/'), parts)
    if (params !== undefined) return { row, params }
  }
  return undefined
}
