import { UnsupportedGrepPatternError } from '../../errors/filesystem-errors.js'
import { isPlainPattern } from './is-plain-pattern.js'
import type { LineMatcher } from './line-matcher.js'
import { searchBytes } from './search-bytes.js'
import { WorkerMatcher } from './worker-matcher.js'

/** What a matcher looks for. */
export interface LineMatcherOptions {
  readonly pattern: string
  readonly caseSensitive: boolean
  readonly contextLines: number
  readonly signal: AbortSignal | undefined
}

/**
 * Patterns that can only take linear time are matched right here, all others in a worker that can be stopped, so that no
 * pattern holds up the process.
 *
 * @throws UnsupportedGrepPatternError when the pattern is no regular expression
 */
export function createLineMatcher({ pattern, caseSensitive, contextLines, signal }: LineMatcherOptions): LineMatcher {
  const flags = caseSensitive ? '' : 'i'
  checkSyntax(pattern, flags)
  const request = { source: pattern, flags, contextLines }
  if (!isPlainPattern(pattern)) return new WorkerMatcher(request, signal)
  return {
    search: async (bytes, maxMatches) => searchBytes(bytes, { ...request, maxMatches }),
    close: async () => undefined,
  }
}

function checkSyntax(pattern: string, flags: string): void {
  try {
    void new RegExp(pattern, flags)
  } catch (cause) {
    throw new UnsupportedGrepPatternError(pattern, 'it is not a regular expression', { cause })
  }
}
