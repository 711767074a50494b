import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A server that has files of Node the way the vendor's has them. */
export interface NodeMirror {
  readonly baseUrl: string
  /** SHA-256 of what it has for any processor. */
  readonly sum: string
  /** For `CURL_CA_BUNDLE`; '' of plain http. */
  readonly certificateFile: string
  /** Paths that were asked for, in order. */
  readonly asked: string[]
  /** Content by path, over what it has by itself. */
  readonly changed: Map<string, string>
  close(): Promise<void>
}

/** A stand-in of the archive: a `node` that says its version, and a `corepack` that says what it was told. */
async function makeArchive(directory: string, version: string): Promise<Buffer> {
  const name = `node-v${version}-linux-any`
  const bin = path.join(directory, name, 'bin')
  await mkdir(bin, { recursive: true })
  const programs = {
    node: `echo v${version}`,
    corepack: `echo "$@" > "$(dirname "$0")/corepack.told"; node --version >> "$(dirname "$0")/corepack.told"`,
  }
  for (const [program, script] of Object.entries(programs)) {
    await writeFile(path.join(bin, program), `#!/bin/sh\n${script}\n`)
    await chmod(path.join(bin, program), 0o755)
  }
  const file = path.join(directory, 'archive.tar.gz')
  await run('tar', ['-czf', file, '-C', directory, name])
  return readFile(file)
}

async function makeCertificate(directory: string): Promise<{ cert: string; key: string; file: string }> {
  const [keyFile, file] = [path.join(directory, 'key.pem'), path.join(directory, 'certificate.pem')]
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const kind = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', keyFile, '-out', file]
  await run('openssl', [...kind, ...subject])
  return { cert: await readFile(file, 'utf8'), key: await readFile(keyFile, 'utf8'), file }
}

export async function startNodeMirror(version: string, scheme: 'http' | 'https'): Promise<NodeMirror> {
  const directory = await mkdtemp(path.join(tmpdir(), 'caisson-node-mirror-'))
  const archive = await makeArchive(directory, version)
  const sum = createHash('sha256').update(archive).digest('hex')
  const names = ['x64', 'arm64'].map((architecture) => `node-v${version}-linux-${architecture}.tar.gz`)
  const files = new Map<string, Buffer | string>(names.map((name) => [`/dist/v${version}/${name}`, archive]))
  const others = `${'0'.repeat(64)}  node-v${version}-headers.tar.gz\n`
  files.set(`/dist/v${version}/SHASUMS256.txt`, others + names.map((name) => `${sum}  ${name}\n`).join(''))
  const [asked, changed] = [new Array<string>(), new Map<string, string>()]
  const answer: RequestListener = ({ url = '' }, response) => {
    asked.push(url)
    const content = changed.get(url) ?? files.get(url)
    response.writeHead(content === undefined ? 404 : 200).end(content)
  }
  const certificate = scheme === 'https' ? await makeCertificate(directory) : undefined
  const server: Server = certificate ? createHttpsServer(certificate, answer) : createHttpServer(answer)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/dist`,
    sum,
    certificateFile: certificate?.file ?? '',
    asked,
    changed,
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      })
      await rm(directory, { recursive: true, force: true })
    },
  }
}
