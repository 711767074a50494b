import type { Sandbox } from '@daytonaio/sdk'
import { look } from './asking.js'

/** Parameter with which the vendor's proxy lets requests through to a private machine. */
const tokenParameter = 'DAYTONA_SANDBOX_AUTH_KEY'

/** The address of a port: one request. That of a private machine carries a token, which ends with the next start. */
export async function portUrlOf(sandbox: Sandbox, port: number): Promise<string> {
  const link = await look(async () => sandbox.getPreviewLink(port))
  if (sandbox.public) return link.url
  const url = new URL(link.url)
  url.searchParams.set(tokenParameter, link.token)
  return url.href
}
