/** Where the service is. */
export const defaultEndpoint = 'https://storage.googleapis.com'

/**
 * An address in one form: a scheme, no path of the interface and no slash at the end. `undefined` for what is no such address.
 */
export function normalizeEndpoint(given: string): string | undefined {
  const text = given.includes('://') ? given : `https://${given}`
  if (
    !/^https?:\/\/(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::\d+)?(?:\/|$)/i.test(text) ||
    !URL.canParse(text)
  )
    return undefined
  const { origin, username, password, search, hash, pathname } = new URL(text)
  if (`${username}${password}${search}${hash}` !== '') return undefined
  const path = pathname.replace(/\/+$/, '').replace(/\/storage\/v1$/, '')
  return path === '' ? origin : undefined
}
