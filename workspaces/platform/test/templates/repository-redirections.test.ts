import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, request as ask, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cloneCommands, readRepository, RepositoryHeads, type Repository } from '@caisson/kit/templates'
import { type GitHost, startGitHost } from '@caisson/testing/git-host'

const run = promisify(execFile)
const token = 'a-token-of-a-host'
const authorization = { scheme: 'bearer', token } as const
const basic = `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`

describe('a host that leads to another place', () => {
  let [other, server, directory, origin, wanted, head]: [GitHost?, Server?, string?, string?, string?, string?] = []
  /** What the first host was told, where it leads what is asked under `/old`, and whether it wants the token before it does. */
  let [told, leadsTo, asksFirst]: [string[], string | undefined, boolean] = [[], undefined, false]

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'caisson-redirections-'))
    other = await startGitHost()
    const { certificateFile } = other
    vi.stubEnv('GIT_SSL_CAINFO', certificateFile)
    wanted = await other.commit('a', '1')
    head = await other.commit('a', '2')
    const files = ['certificate.pem', 'key.pem'].map((name) => path.join(path.dirname(certificateFile), name))
    const [cert, key] = await Promise.all(files.map(async (file) => readFile(file)))
    server = createServer({ cert, key }, (request, response) => {
      const { url = '', headers } = request
      told.push(headers.authorization ?? '')
      const isOld = url.startsWith('/old/')
      const needsToken = isOld ? asksFirst : leadsTo === origin
      if (needsToken && headers.authorization !== basic) response.writeHead(401, { 'www-authenticate': 'Basic' }).end()
      else if (isOld) response.writeHead(301, { location: `${leadsTo}${url.replace('/old/', '/team/')}` }).end()
      else passOn(request, response, cert)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    server?.close()
    await other?.close()
    await rm(directory ?? '', { recursive: true, force: true })
  })

  /** Has the repository of the other host at this one, too. */
  function passOn(request: IncomingMessage, response: ServerResponse, ca: Buffer | undefined): void {
    const { authorization: _, ...headers } = request.headers
    const passed = ask(`${other?.origin}${request.url}`, { method: request.method, headers, ca }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    request.pipe(passed)
  }

  function repository(): Repository {
    return readRepository(`${origin}/old/project`)
  }

  async function clone(name: string): Promise<string> {
    const options = { repository: repository(), directory: path.join(directory ?? '', name), sha: wanted }
    const commands = cloneCommands({ ...options, tokenVariable: 'TOKEN' })
    const env = { PATH: process.env['PATH'], HOME: directory, TOKEN: token, GIT_SSL_CAINFO: other?.certificateFile }
    await run('/bin/sh', ['-c', commands.map(({ text }) => `(${text})`).join(' && ')], { env })
    return (await run('git', ['-C', options.directory, 'rev-parse', 'HEAD'])).stdout.trim()
  }

  it.each([
    ['is followed, and the token is told where it is asked for', false],
    ['may ask for the token first', true],
  ])('of its own %s', async (title, isFirst) => {
    ;[told, leadsTo, asksFirst] = [[], origin, isFirst]
    expect(await new RepositoryHeads().find({ repository: repository(), authorization })).toEqual({ sha: head })
    expect(await clone(title)).toBe(wanted)
    expect(new Set(told)).toEqual(new Set(['', basic]))
    const config = await readFile(path.join(directory ?? '', title, '.git/config'), 'utf8')
    expect(config).toContain(`url = ${repository().url}\n`)
    expect(config).not.toMatch(/x-access-token|credential|followRedirects/i)
    const found = run('grep', ['-rlF', '-e', token, '-e', basic.slice('Basic '.length), directory ?? ''])
    await expect(found).rejects.toMatchObject({ code: 1, stdout: '' })
  })

  it.each([
    ['is followed, and neither is told a token that it did not ask for', false],
    ['may ask for the token first; the other is not told it', true],
  ])('at another host %s', async (title, isFirst) => {
    ;[told, leadsTo, asksFirst] = [[], other?.origin, isFirst]
    expect(await new RepositoryHeads().find({ repository: repository(), authorization })).toEqual({ sha: head })
    expect(await clone(title)).toBe(wanted)
    expect(new Set(told)).toEqual(new Set(isFirst ? ['', basic] : ['']))
    expect(new Set(other?.authorizations)).toEqual(new Set(['']))
  })

  it.each([
    ['asks for a token is not told this one', false],
    ['asks for a token, as the first one has, is not told that one', true],
  ])('at another host that %s', async (_title, isFirst) => {
    const asking = await startGitHost('a-token-of-the-other')
    vi.stubEnv('GIT_SSL_NO_VERIFY', '1')
    ;[told, leadsTo, asksFirst] = [[], asking.origin, isFirst]
    const found = await new RepositoryHeads().find({ repository: repository(), authorization })
    vi.stubEnv('GIT_SSL_NO_VERIFY', undefined)
    await asking.close()
    expect(found).toMatchObject({ sha: undefined, isRefused: true })
    expect(new Set(told)).toEqual(new Set(isFirst ? ['', basic] : ['']))
    expect(new Set(asking.authorizations)).toEqual(new Set(['']))
  })
})
