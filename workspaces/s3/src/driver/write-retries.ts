import type { S3ClientConfig } from '@aws-sdk/client-s3'
import { failureFacts } from './failure-facts.js'

type AnyStrategy = NonNullable<S3ClientConfig['retryStrategy']>
type Strategy = Extract<AnyStrategy, { refreshRetryTokenForRetry: unknown }>
type Failure = Parameters<Strategy['refreshRetryTokenForRetry']>[1]

/** The request never reached a server. */
const unsentCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/**
 * The SDK's own way to repeat, for changes only where they provably did not happen. A change whose answer was lost may have
 * happened: repeated in silence it could undo what another writer did meanwhile, and a conditional one would report our own
 * write as someone else's.
 */
export function writeRetries(usual: () => Promise<AnyStrategy>): Strategy {
  const strategy = async (): Promise<Strategy> => {
    const found = await usual()
    if ('refreshRetryTokenForRetry' in found) return found
    throw new TypeError('Expected a retry strategy of the second kind')
  }
  return {
    acquireInitialRetryToken: async (scope) => (await strategy()).acquireInitialRetryToken(scope),
    refreshRetryTokenForRetry: async (token, failure) => {
      if (!isUndone(failure)) throw failure.error
      return (await strategy()).refreshRetryTokenForRetry(token, failure)
    },
    recordSuccess: (token) => {
      void strategy().then((found) => found.recordSuccess(token))
    },
  }
}

/** The store refused it, wants it later, or never saw it. Of these the SDK repeats those for which that makes sense. */
function isUndone({ errorType, error }: Failure): boolean {
  const { status = 0, code = '' } = failureFacts(error)
  return errorType === 'THROTTLING' || (status >= 400 && status < 500) || unsentCodes.has(code)
}
