import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openNodeArchive, type NodeArchive } from './node-archive.js'

/** A running server of archives of Node. */
export interface NodeServer {
  /** What stands for `https://nodejs.org/dist`, such as `http://127.0.0.1:4321/dist`. Machines that share this host's network reach it. */
  readonly baseUrl: string
  /** The one version that is served, without a `v`. */
  readonly version: string
  /** Of its archive, by architecture: this host's only. Hexadecimal. */
  readonly sha256: { readonly x64?: string; readonly arm64?: string }
  /** What was asked for, in order: method and path, such as `GET /dist/v24.1.0/SHASUMS256.txt`. */
  readonly requests: readonly string[]
  close(): Promise<void>
}

/** Starts a server that has what Node publishes for the version of npm's package `node-linux-<arch>`: the archive and its sum. */
export async function serveNode(): Promise<NodeServer> {
  const { archive, release } = await openNodeArchive()
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    void answer(archive, request.url ?? '', request.method === 'HEAD').then(
      async ({ status, bytes, body }) => {
        response.writeHead(status, bytes === undefined ? {} : { 'Content-Length': bytes })
        // Who goes away early has what it wants.
        if (typeof body === 'string') response.end(body)
        else await pipeline(body, response).catch(() => undefined)
      },
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/dist`,
    version: archive.version,
    sha256: { [process.arch]: archive.sha256 },
    requests,
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      })
      await release()
    },
  }
}

interface Answer {
  readonly status: number
  readonly bytes?: number
  readonly body: string | NodeJS.ReadableStream
}

async function answer(archive: NodeArchive, url: string, headOnly: boolean): Promise<Answer> {
  const folder = `/dist/v${archive.version}`
  const name = path.basename(archive.file)
  if (url === `${folder}/SHASUMS256.txt`) return { status: 200, body: `${archive.sha256}  ${name}\n` }
  if (url !== `${folder}/${name}`) return { status: 404, body: 'not found\n' }
  const bytes = (await stat(archive.file)).size
  return { status: 200, bytes, body: headOnly ? '' : createReadStream(archive.file) }
}
