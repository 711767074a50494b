import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Where a machine of the vendor's cloud asks who it is. */
export interface IdentityServer {
  readonly url: string
  /** How many tokens it has given. */
  readonly given: number
  close(): Promise<void>
}

const lifeSeconds = 3600

/** Gives tokens as Azurite wants them: with the claims of real ones, of which it does not check the signature. */
export async function startIdentityServer(): Promise<IdentityServer> {
  let given = 0
  const server = createServer((_request, response) => {
    given += 1
    const nowSeconds = Math.floor(Date.now() / 1000)
    const claims = {
      aud: 'https://storage.azure.com',
      iss: 'https://sts.windows.net/00000000-0000-0000-0000-000000000001/',
      nbf: nowSeconds - 60,
      iat: nowSeconds - 60,
      exp: nowSeconds + lifeSeconds,
      ver: '1.0',
      oid: '00000000-0000-0000-0000-000000000002',
      tid: '00000000-0000-0000-0000-000000000001',
    }
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const token = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}.${encode({ none: 'hunter2' })}`
    const body = {
      access_token: token,
      expires_on: String(nowSeconds + lifeSeconds),
      token_type: 'Bearer',
      resource: claims.aud,
    }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/token`,
    get given() {
      return given
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
