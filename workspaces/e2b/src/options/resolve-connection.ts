import { trimCredential, withoutSlash } from '@caisson/kit/options'
import type { E2BSandboxOptions } from './e2b-sandbox-options.js'
import type { E2BConnection } from './resolved-e2b-options.js'

/** The SDK refuses to do anything without a key, also where a token is enough. */
const placeholderKey = 'unused'

/** What every call of the SDK takes, from options that have the environment and the defaults. */
export function resolveConnection(options: E2BSandboxOptions): E2BConnection {
  const { domain = 'e2b.app', apiUrl, sandboxUrl } = options
  const apiKey = trimCredential(options.apiKey)
  const accessToken = trimCredential(options.accessToken)
  return {
    apiKey: apiKey ?? placeholderKey,
    domain,
    apiUrl: withoutSlash(apiUrl ?? `https://api.${domain}`),
    ...(sandboxUrl === undefined ? {} : { sandboxUrl: withoutSlash(sandboxUrl) }),
    ...(accessToken === undefined ? {} : { apiHeaders: bearerHeaders(accessToken, apiKey !== undefined) }),
    retries: 0,
    debug: false,
  }
}

/** A header that is `undefined` takes the place of the one with the placeholder and is not sent. */
function bearerHeaders(accessToken: string, hasKey: boolean): Record<string, string> {
  const authorization = { Authorization: `Bearer ${accessToken}` }
  const headers: Record<string, string | undefined> = hasKey
    ? authorization
    : { ...authorization, 'X-API-KEY': undefined }
  return headers as Record<string, string>
}
