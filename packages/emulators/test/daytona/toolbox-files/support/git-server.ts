import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** Serves the files of a bare repository to who knows the password. Resolves with its address. */
export async function serveRepository(directory: string, username: string, password: string): Promise<string> {
  const expected = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const server = createServer((request, response) => {
    if (request.headers.authorization !== expected) {
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="test"' }).end()
      return
    }
    const name = new URL(request.url ?? '/', 'http://localhost').pathname.replace(/^\/repo\.git/, '')
    readFile(path.join(directory, name)).then(
      (content) => response.end(content),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return `http://127.0.0.1:${port}/repo.git`
}
