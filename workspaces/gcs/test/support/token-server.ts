import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** Changes the tokens of an identity provider for tokens of the cloud. */
export interface TokenServer {
  readonly url: string
  /** The forms that were sent. */
  readonly asked: readonly URLSearchParams[]
  close(): Promise<void>
}

/** A server as federated identities have one: whatever it is asked with, it answers with what `give` returns. */
export async function startTokenServer(
  give: () => Promise<{ token: string; lifeSeconds: number }>,
): Promise<TokenServer> {
  const asked: URLSearchParams[] = []
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      asked.push(new URLSearchParams(await text(request)))
      const { token, lifeSeconds } = await give()
      const body = {
        access_token: token,
        expires_in: lifeSeconds,
        token_type: 'Bearer',
        issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    }
    answer().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => {
      server.close(resolve)
    })
  }
  return { url: `http://127.0.0.1:${port}`, asked, close }
}
