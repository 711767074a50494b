import type { DaytonaError } from '@daytonaio/sdk'
import type { ErrorFacts } from '@caisson/core/driver'
import {
  isHarmless,
  networkFacts,
  retryAfterMs,
  seenRequests,
  statusFacts,
  withHint,
  type HintedFacts,
} from '@caisson/kit/http'
import { isMachineError } from './asking.js'
import { DriverError } from './driver-errors.js'
import type { DaytonaSdk } from './sdk.js'

const credentialsHint =
  'the credentials are the options apiKey, or jwtToken and organizationId, or the variables DAYTONA_API_KEY, or DAYTONA_JWT_TOKEN and DAYTONA_ORGANIZATION_ID'

/** What only the control plane's statuses mean, and what may help. */
const controlFacts: Readonly<Record<number, HintedFacts>> = {
  ...statusFacts,
  400: { code: 'INVALID_ARGUMENT', hint: 'see the options snapshot, image, resources, volumes and target' },
  401: { code: 'UNAUTHENTICATED', hint: credentialsHint },
  403: { code: 'PERMISSION_DENIED', hint: `the account, or its limits, do not allow it; ${credentialsHint}` },
  410: { code: 'GONE' },
}

/** What statuses mean that the daemon in a machine answered: the machine runs. */
const daemonFacts: Readonly<Record<number, ErrorFacts>> = {
  ...statusFacts,
  408: { code: 'TIMEOUT', retry: 'ambiguous' },
  410: { code: 'INVALID_STATE' },
}

/**
 * What statuses mean that came on the way to a machine, or of which that is not known: a machine that is stopped has no class
 * and no status of its own. What is refused below 500 never reached the daemon's work.
 */
const wayFacts: Readonly<Record<number, ErrorFacts>> = {
  ...statusFacts,
  400: { code: 'INVALID_ARGUMENT', retry: 'safe', suspect: true },
  401: { code: 'UNAUTHENTICATED', retry: 'safe', suspect: true },
  403: { code: 'PERMISSION_DENIED', retry: 'safe', suspect: true },
  404: { code: 'GONE', retry: 'safe' },
  408: { code: 'TIMEOUT', retry: 'ambiguous' },
  410: { code: 'GONE', retry: 'safe' },
}

/** Names an error of this driver, of the SDK or of the network below it. */
export function daytonaErrorFacts(error: unknown, sdk: DaytonaSdk | undefined): ErrorFacts {
  if (!(error instanceof Error)) return { code: 'UNKNOWN' }
  if (error instanceof DriverError) return softened(error, error.facts)
  if (sdk && error instanceof sdk.DaytonaError) return softened(error, sdkFacts(error, sdk))
  return softened(error, networkFacts(error) ?? { code: 'UNKNOWN' })
}

/** Whatever became of a call that only read, or of which nothing was sent, it may be made again. */
function softened(error: Error, facts: ErrorFacts): ErrorFacts {
  if (facts.retry !== 'ambiguous') return facts
  return isHarmless(error) || seenRequests(error)?.areUnsent === true ? { ...facts, retry: 'safe' } : facts
}

function sdkFacts(error: DaytonaError, sdk: DaytonaSdk): ErrorFacts {
  const isOfMachine = isMachineError(error)
  if (error instanceof sdk.DaytonaConnectionTimeoutError) {
    return { code: 'TIMEOUT', retry: 'ambiguous', suspect: isOfMachine }
  }
  if (error instanceof sdk.DaytonaInvalidArgumentError) return { code: 'INVALID_ARGUMENT' }
  const { statusCode } = error
  const isFromDaemon = error.source === sdk.SOURCE_DAEMON
  const known = rowsFor(isOfMachine, isFromDaemon)[statusCode ?? 0]
  if (!known) return { code: 'UNAVAILABLE', retry: 'ambiguous', suspect: isOfMachine && !isFromDaemon }
  return { ...withHint(known, error), ...(statusCode === 429 ? { retryAfterMs: waitOf(error) } : {}) }
}

function rowsFor(isOfMachine: boolean, isFromDaemon: boolean): Readonly<Record<number, HintedFacts>> {
  if (!isOfMachine) return controlFacts
  return isFromDaemon ? daemonFacts : wayFacts
}

/** The wait that an answer asks for. */
export function waitOf({ headers }: DaytonaError): number | undefined {
  return retryAfterMs(headers?.['retry-after'])
}
