import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { DaytonaConnectionError, DaytonaNotFoundError, DaytonaValidationError, type Sandbox } from '@daytonaio/sdk'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { toolboxPaths } from '../../src/daytona/gateway/toolbox-paths.js'
import { toolboxParts } from '../../src/daytona/toolbox/toolbox-parts.js'
import { objectOf, useEmulator } from './start.js'

const context = useEmulator({ transitionMs: 0, ownNetworks: true })

const server = `const { createServer } = require('node:http')
createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += chunk))
  request.on('end', () => response.end(JSON.stringify({ url: request.url, method: request.method, headers: request.headers, body })))
}).on('upgrade', (request, socket) => {
  const accept = require('node:crypto').createHash('sha1')
    .update(request.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64')
  socket.write('HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\nSec-WebSocket-Accept: ' + accept + '\\r\\n\\r\\n')
  socket.on('error', () => 0)
  socket.write(Buffer.concat([Buffer.from([0x81, 5]), Buffer.from('hello')]))
}).listen(3000, '127.0.0.1')`

async function serve(sandbox: Sandbox): Promise<void> {
  await sandbox.fs.uploadFile(Buffer.from(server), 'server.cjs')
  await sandbox.process.executeCommand('(node server.cjs > server.log 2>&1 < /dev/null &)')
  const { url, token } = await sandbox.getPreviewLink(3000)
  const look = async (): Promise<number> => (await ask(url, { 'x-daytona-preview-token': token })).status
  await expect.poll(look).toBe(200)
}

interface Answer {
  readonly status: number
  readonly text: string
  readonly headers: IncomingMessage['headers']
}

/** Without the key, and without following to where browsers are sent. */
async function ask(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const outgoing = request(url, { headers, agent: false })
  outgoing.end()
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of answer.setEncoding('utf8')) text += String(chunk)
  return { status: answer.statusCode ?? 0, text, headers: answer.headers }
}

describe('the way to the toolbox', () => {
  test('asks for a key', async () => {
    const { id } = await context.create()
    const url = `${context.emulator.url}/toolbox/${id}/work-dir`
    const response = await fetch(url)
    expect(response.status).toBe(401)
    expect(await objectOf(response)).toMatchObject({
      message: 'unauthorized: authentication failed: Bearer token is invalid',
      path: '/work-dir',
      method: 'GET',
    })
    expect((await context.ask('GET', `/toolbox/${id}/work-dir`)).status).toBe(200)
  })

  test('lets the token of previews in', async () => {
    const sandbox = await context.create()
    const { token } = await sandbox.getPreviewLink(2280)
    const url = `${context.emulator.url}/toolbox/${sandbox.id}/work-dir`
    expect((await ask(url, { 'x-daytona-preview-token': token })).status).toBe(200)
    expect((await ask(`${url}?DAYTONA_SANDBOX_AUTH_KEY=${token}`)).status).toBe(200)
    expect((await ask(url, { cookie: `a=b; DAYTONA_SANDBOX_AUTH_KEY=${token}` })).status).toBe(200)
    expect((await ask(`${url}?DAYTONA_SANDBOX_AUTH_KEY=x`)).status).toBe(401)
  })

  test('is closed while the sandbox is not started, and to what there is not', async () => {
    const sandbox = await context.create()
    await sandbox.stop()
    const stopped = sandbox.process.executeCommand('true')
    await expect(stopped).rejects.toThrow(DaytonaValidationError)
    await expect(stopped).rejects.toThrow(
      'bad request: failed to resolve container IP after 3 attempts: no IP address found. Is the Sandbox started?',
    )
    await sandbox.delete(5, true)
    const gone = sandbox.process.executeCommand('true')
    await expect(gone).rejects.toThrow(DaytonaNotFoundError)
    await expect(gone).rejects.toThrow(`not found: sandbox container not found: ${sandbox.id}`)
  })

  test('is cut when the sandbox stops', async () => {
    const sandbox = await context.create()
    const running = sandbox.process.executeCommand('sleep 30')
    running.catch(() => undefined)
    await expect.poll(() => context.emulator.journal.count({ route: 'POST /toolbox/process/execute' })).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 100))
    await sandbox.stop()
    await expect(running).rejects.toThrow(DaytonaConnectionError)
  })

  test('a signed address stands for a key, for one file and as long as it is good', async () => {
    const sandbox = await context.create()
    await sandbox.fs.uploadFile(Buffer.from('signed'), 'a b.txt')
    const url = await sandbox.downloadUrl('/home/daytona/a b.txt')
    expect(await ask(url)).toMatchObject({ status: 200, text: 'signed' })
    expect((await ask(url.replace('a+b', 'other'))).status).toBe(401)
    expect((await ask(url.replace(/expires=\d+/, 'expires=1'))).status).toBe(401)
    expect((await ask(url.replace('/download', '/info'))).status).toBe(401)
    await sandbox.rotateSigningKey()
    expect((await ask(url)).status).toBe(401)
    expect((await ask(await sandbox.downloadUrl('/home/daytona/a b.txt'))).status).toBe(200)
  })

  test('the journal knows each of its routes', () => {
    const shown = (path: string): string => path.replaceAll(/:\w*Id\b/g, '{id}').replaceAll(/:(\w+)/g, '{$1}')
    const served = toolboxParts.flatMap(({ routes, upgrades = [] }) => [
      ...routes.map(({ method, path }) => `${method} ${shown(path)}`),
      ...upgrades.map(({ path }) => `WS ${shown(path)}`),
    ])
    const known = Object.entries(toolboxPaths).flatMap(([method, paths]) => paths.map((path) => `${method} ${path}`))
    const isDeep = (row: string): boolean => row.includes('/computeruse')
    expect(new Set(known.filter((row) => !isDeep(row)))).toEqual(new Set(served.filter((row) => !isDeep(row))))
  })
})

describe('previews', () => {
  test('reach a server, whose address has the port and a token that changes with each start', async () => {
    const sandbox = await context.create()
    await serve(sandbox)
    const { url, token } = await sandbox.getPreviewLink(3000)
    const answer = await ask(`${url}/deep/path?a=1`, { 'x-daytona-preview-token': token })
    expect(JSON.parse(answer.text)).toMatchObject({ url: '/deep/path?a=1', method: 'GET' })
    expect(answer.text).not.toContain(token)
    expect((await context.ask('GET', new URL(url).pathname)).status).toBe(200)
    await sandbox.stop()
    expect((await ask(url, { 'x-daytona-preview-token': token })).status).toBe(400)
    await sandbox.start()
    expect((await sandbox.getPreviewLink(3000)).token).not.toBe(token)
    expect((await ask(url, { 'x-daytona-preview-token': token })).status).toBe(307)
  })

  test('send those without a token to log in, unless the sandbox is public', async () => {
    const [closed, open] = await Promise.all([context.create(), context.create({ public: true })])
    await serve(open)
    const answer = await ask((await closed.getPreviewLink(3000)).url)
    expect([answer.status, answer.headers.location]).toEqual([307, `${context.emulator.url}/login`])
    expect((await ask((await open.getPreviewLink(3000)).url)).status).toBe(200)
    for (const port of [2280, 22_222, 33_333]) {
      expect((await ask((await open.getPreviewLink(port)).url)).status).toBe(307)
    }
  })

  test('say that nothing listens', async () => {
    const sandbox = await context.create({ public: true })
    const { url } = await sandbox.getPreviewLink(3999)
    expect(await ask(url)).toMatchObject({ status: 502, text: '' })
    for (const port of ['0', '65536', 'x']) {
      expect((await context.ask('GET', `/api/sandbox/${sandbox.id}/ports/${port}/preview-url`)).status).toBe(400)
    }
  })

  test('by a signed address need nothing else, for one port and as long as it is good', async () => {
    const sandbox = await context.create()
    await serve(sandbox)
    const { url, token } = await sandbox.getSignedPreviewUrl(3000, 600)
    expect((await ask(url)).status).toBe(200)
    expect((await ask(url.replace('/3000', '/3001'))).status).toBe(307)
    await sandbox.expireSignedPreviewUrl(3000, token)
    expect((await ask(url)).status).toBe(404)
    await expect(sandbox.expireSignedPreviewUrl(3000, token)).rejects.toThrow('Signed preview URL token not found')
    const brief = await sandbox.getSignedPreviewUrl(3000, 1)
    await expect.poll(async () => (await ask(brief.url)).status).toBe(307)
    await expect(sandbox.getSignedPreviewUrl(3000, 90_000)).rejects.toThrow(DaytonaValidationError)
  })

  test('connect websockets', async () => {
    const sandbox = await context.create({ public: true })
    await serve(sandbox)
    const { url } = await sandbox.getPreviewLink(3000)
    const socket = new WebSocket(`${url.replace('http', 'ws')}/socket`)
    const [message] = await once(socket, 'message')
    expect(String(message)).toBe('hello')
    await Promise.all([once(socket, 'close'), sandbox.stop()])
    expect(context.emulator.journal.entries({ route: 'WS /preview port 3000' })).toMatchObject([
      { status: 101, outcome: 'answered', sandboxId: sandbox.id },
    ])
  })

  test('connect no websockets without a token', async () => {
    const sandbox = await context.create()
    const { url } = await sandbox.getPreviewLink(3000)
    const socket = new WebSocket(url.replace('http', 'ws'))
    const [error] = await once(socket, 'error')
    expect(String(error)).toContain('307')
  })
})
