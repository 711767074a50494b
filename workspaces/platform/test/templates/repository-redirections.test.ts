import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
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

describe('a host that leads to another one', () => {
  let [other, server, head, directory, origin]: [GitHost?, Server?, string?, string?, string?] = []
  /** What the first host was told, and whether it wants that before it leads on. */
  let [told, asksFirst] = [new Array<string>(), false]

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'caisson-redirections-'))
    other = await startGitHost()
    const { certificateFile, origin: otherOrigin } = other
    vi.stubEnv('GIT_SSL_CAINFO', certificateFile)
    head = await other.commit('a', '1')
    const files = ['certificate.pem', 'key.pem'].map((name) => path.join(path.dirname(certificateFile), name))
    const [cert, key] = await Promise.all(files.map(async (file) => readFile(file)))
    server = createServer({ cert, key }, ({ url, headers }, response) => {
      told.push(headers.authorization ?? '')
      if (asksFirst && headers.authorization !== basic) response.writeHead(401, { 'www-authenticate': 'Basic' }).end()
      else response.writeHead(302, { location: `${otherOrigin}${url}` }).end()
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

  function repository(): Repository {
    return readRepository(`${origin}/team/project`)
  }

  async function clone(name: string): Promise<unknown> {
    const options = { repository: repository(), directory: path.join(directory ?? '', name), sha: head }
    const commands = cloneCommands({ ...options, tokenVariable: 'TOKEN' })
    const env = { PATH: process.env['PATH'], HOME: directory, TOKEN: token, GIT_SSL_CAINFO: other?.certificateFile }
    return run('/bin/sh', ['-c', commands.map(({ text }) => `(${text})`).join(' && ')], { env })
  }

  it('is followed, and neither is told a token that it did not ask for', async () => {
    ;[told, asksFirst] = [[], false]
    expect(await new RepositoryHeads().find({ repository: repository(), authorization })).toEqual({ sha: head })
    await clone('followed')
    expect(new Set(told)).toEqual(new Set(['']))
    expect(new Set(other?.authorizations)).toEqual(new Set(['']))
  })

  it('may ask for the token first; the other is not told it', async () => {
    ;[told, asksFirst] = [[], true]
    await new RepositoryHeads().find({ repository: repository(), authorization })
    // Not all versions of git go on to where they are led then.
    await clone('asked').catch(() => undefined)
    expect(new Set(told)).toEqual(new Set(['', basic]))
    expect(new Set(other?.authorizations)).toEqual(new Set(['']))
  })
})
