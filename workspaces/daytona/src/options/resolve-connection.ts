import { trimCredential, withoutSlash } from '@caisson/kit/options'
import type { DaytonaSandboxOptions } from './daytona-sandbox-options.js'
import type { DaytonaConnection } from './resolved-daytona-options.js'

/** Where requests go unless something else is said. */
const defaultApiUrl = 'https://app.daytona.io/api'

/** Where Daytona is, and who asks. */
type ConnectionOptions = Pick<DaytonaSandboxOptions, 'apiKey' | 'jwtToken' | 'organizationId' | 'apiUrl' | 'target'>

/** What the SDK's client takes, from options that have the environment and the defaults. Of two credentials one is used. */
export function resolveConnection(options: ConnectionOptions): DaytonaConnection {
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
}: ConnectionOptions): Pick<DaytonaConnection, 'apiKey' | 'jwtToken' | 'organizationId'> {
  const key = trimCredential(apiKey)
  if (key !== undefined) return { apiKey: key }
  const token = trimCredential(jwtToken)
  return {
    ...(token === undefined ? {} : { jwtToken: token }),
    ...(organizationId === undefined ? {} : { organizationId }),
  }
}
