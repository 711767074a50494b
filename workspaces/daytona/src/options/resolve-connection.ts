import { trimCredential, withoutSlash } from '@caisson/kit/options'
import type { DaytonaSandboxOptions } from './daytona-sandbox-options.js'
import type { DaytonaConnection } from './resolved-daytona-options.js'

/** Where requests go unless something else is said. */
const defaultApiUrl = 'https://app.daytona.io/api'

/** What the SDK's client takes, from options that have the environment and the defaults. Of two credentials one is used. */
export function resolveConnection(options: DaytonaSandboxOptions): DaytonaConnection {
  const { apiUrl = defaultApiUrl, target } = options
  return {
    apiUrl: withoutSlash(apiUrl),
    ...credentials(options),
    ...(target === undefined ? {} : { target }),
  }
}

function credentials({
  apiKey,
  jwtToken,
  organizationId,
}: DaytonaSandboxOptions): Pick<DaytonaConnection, 'apiKey' | 'jwtToken' | 'organizationId'> {
  const key = trimCredential(apiKey)
  if (key !== undefined) return { apiKey: key }
  const token = trimCredential(jwtToken)
  return {
    ...(token === undefined ? {} : { jwtToken: token }),
    ...(organizationId === undefined ? {} : { organizationId }),
  }
}
