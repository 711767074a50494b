import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface GitHost {
  /** Such as `https://127.0.0.1:4321`. */
  readonly origin: string
  /** The certificate that it shows. */
  readonly certificateFile: string
  /** What came in `Authorization`, in order; '' where there was none. */
  readonly authorizations: readonly string[]
  /** Adds a file to the default branch of `team/project` and says the commit's id. */
  commit(name: string, content: string): Promise<string>
  close(): Promise<void>
}

const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']

/** The program that git itself brings for servers, told by variables what is asked. */
function serveGit(projects: string, request: IncomingMessage, response: ServerResponse): void {
  const [pathname = '/', query = ''] = (request.url ?? '/').split('?')
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: projects,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: pathname,
      QUERY_STRING: query,
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: [request.headers['git-protocol'] ?? ''].flat().join(','),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  request.pipe(child.stdin)
  child.stdin.on('error', () => undefined)
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stdout.on('end', () => {
    const answer = Buffer.concat(chunks)
    const end = answer.indexOf('\r\n\r\n')
    const lines = answer.subarray(0, end).toString().split('\r\n')
    const headers = lines.map((line) => line.split(': ', 2) as [string, string])
    const status = headers.find(([name]) => name.toLowerCase() === 'status')?.[1]
    for (const [name, value] of headers) response.setHeader(name, value)
    response.writeHead(Number.parseInt(status ?? '200', 10))
    response.end(answer.subarray(end + 4))
  })
}

async function makeCertificate(directory: string): Promise<{ cert: string; key: string; file: string }> {
  const [keyFile, file] = [path.join(directory, 'key.pem'), path.join(directory, 'certificate.pem')]
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const kind = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', keyFile, '-out', file]
  await run('openssl', [...kind, ...subject])
  return { cert: await readFile(file, 'utf8'), key: await readFile(keyFile, 'utf8'), file }
}

/** A host of one repository, `team/project`, over https, that only lets in who brings the token, if there is one. */
export async function startGitHost(token?: string): Promise<GitHost> {
  const directory = await mkdtemp(path.join(tmpdir(), 'caisson-git-host-'))
  const projects = path.join(directory, 'projects')
  const bare = path.join(projects, 'team', 'project')
  const work = path.join(directory, 'work')
  await run('git', ['init', '-q', '--bare', '-b', 'main', bare])
  await run('git', ['clone', '-q', bare, work])
  await run('git', ['-C', work, 'checkout', '-q', '-b', 'main'])
  const { cert, key, file } = await makeCertificate(directory)
  const authorizations: string[] = []
  const expected =
    token === undefined ? undefined : `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`
  const server = createServer({ cert, key }, (request, response) => {
    authorizations.push(request.headers.authorization ?? '')
    if (expected === undefined || request.headers.authorization === expected) serveGit(projects, request, response)
    else response.writeHead(401, { 'WWW-Authenticate': 'Basic' }).end()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    certificateFile: file,
    authorizations,
    commit: async (name, content) => {
      await writeFile(path.join(work, name), content)
      await run('git', ['-C', work, 'add', name])
      await run('git', ['-C', work, ...identity, 'commit', '-q', '-m', `add ${name}`])
      await run('git', ['-C', work, 'push', '-q', 'origin', 'main'])
      return (await run('git', ['-C', work, 'rev-parse', 'HEAD'])).stdout.trim()
    },
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      })
      await rm(directory, { recursive: true, force: true })
    },
  }
}
