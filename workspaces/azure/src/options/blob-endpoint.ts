import { isIP } from 'node:net'

/**
 * The address of an account's blobs in one form: a scheme, the account exactly once, no slash at the end. Sovereign clouds and
 * private links have the account in the host's name, emulators in the path. `undefined` for what is no such address.
 */
export function normalizeEndpoint(given: string, accountName: string | undefined): string | undefined {
  const text = given.includes('://') ? given : `https://${given}`
  if (
    !/^https?:\/\/(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::\d+)?(?:\/|$)/i.test(text) ||
    !URL.canParse(text)
  )
    return undefined
  const url = new URL(text)
  if (`${url.username}${url.password}${url.search}${url.hash}` !== '') return undefined
  const path = url.pathname.replace(/\/+$/, '')
  if (path !== '' && !/^\/[a-z0-9-]+$/.test(path)) return undefined
  const { host, account } = placeAccount(url, path, accountName)
  return `${url.protocol}//${host}${account}`
}

/** The account that an address in its one form belongs to, where it says so. */
export function accountOf(endpoint: string): string | undefined {
  const { hostname, pathname } = new URL(endpoint)
  const name = pathname === '/' ? usualHost(hostname)?.account : pathname.slice(1)
  return name?.replace(/-secondary$/, '')
}

function placeAccount(
  { host, hostname }: URL,
  path: string,
  accountName: string | undefined,
): { host: string; account: string } {
  if (path !== '' || accountName === undefined) return { host, account: path }
  if (hostname.startsWith('blob.')) return { host: `${accountName}.${host}`, account: '' }
  return { host, account: isLocal(hostname) ? `/${accountName}` : '' }
}

/** Only names of DNS can carry an account. */
function isLocal(hostname: string): boolean {
  return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
}

/** `account.blob.…`, also behind a private link; `account.z01.blob.…` in newer zones. */
function usualHost(hostname: string): { account: string } | undefined {
  const account = /^([a-z0-9-]+)(?:\.z\d+)?\.(?:blob|privatelink)\./.exec(hostname)?.[1]
  return account === undefined ? undefined : { account }
}
