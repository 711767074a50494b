import { SandboxError } from '@caisson/core/workspace'
import type { ErrorFacts } from '@caisson/core/driver'
import { isHarmless, networkFacts } from '@caisson/kit/http'
import { PlatformApiError } from '../client/index.js'
import { SandboxDestroyedError } from '../exec/sandbox-destroyed-error.js'

const notFound = 404

/** Names an error of this driver, of the platform or of the network. */
export function platformErrorFacts(error: unknown): ErrorFacts {
  if (SandboxError.isInstance(error)) {
    const { code, retry, retryAfterMs } = error
    return { code, retry, retryAfterMs, suspect: error instanceof SandboxDestroyedError }
  }
  if (!(error instanceof Error)) return { code: 'UNKNOWN' }
  const facts = error instanceof PlatformApiError ? answered(error) : (networkFacts(error) ?? { code: 'UNKNOWN' })
  return facts.retry === 'ambiguous' && isHarmless(error) ? { ...facts, retry: 'safe' } : facts
}

/** What is not found may be the sandbox. */
function answered({ sandboxCode, retry, retryAfterMs, status }: PlatformApiError): ErrorFacts {
  return { code: sandboxCode, retry, retryAfterMs, isPublic: true, suspect: status === notFound }
}
