import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { Sandbox } from 'e2b'
import { describe, expect, test } from 'vitest'
import { isPrivate } from './backing.js'
import { useEmulator } from './start.js'

const context = useEmulator()
const port = 8000

async function ask(sandbox: Sandbox, path: string): Promise<{ status: number; body: string }> {
  const headers = { host: `${port}-${sandbox.sandboxId}.example.com` }
  const outgoing = request({ host: '127.0.0.1', port: new URL(context.emulator.url).port, path, headers })
  outgoing.end()
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, body: await text(answer) }
}

async function makeServed(content: string): Promise<Sandbox> {
  const sandbox = await Sandbox.create({ ...context.connection, allowInternetAccess: false })
  await sandbox.files.write('site/index.html', content)
  const program = `require('http').createServer((q, r) => r.end(require('fs').readFileSync('site/index.html')))
    .on('upgrade', (q, s) => { s.write('HTTP/1.1 101 Switching Protocols\\r\\nConnection: Upgrade\\r\\nUpgrade: echo\\r\\n\\r\\n'); s.on('error', () => 0); s.pipe(s) })
    .listen(${port}, '127.0.0.1')`
  await sandbox.files.write('server.cjs', program)
  await sandbox.commands.run('node server.cjs', { background: true, timeoutMs: 0 })
  await expect.poll(async () => (await ask(sandbox, '/')).status).toBe(200)
  return sandbox
}

describe.skipIf(!isPrivate)('a sandbox without access to the internet (needs namespaces)', () => {
  test('reaches nothing outside, is reached by requests, and shares no port', async () => {
    const sandboxes = await Promise.all([makeServed('first'), makeServed('second')])
    try {
      const [first, second] = sandboxes
      expect(await ask(first, '/')).toEqual({ status: 200, body: 'first' })
      expect(await ask(second, '/')).toEqual({ status: 200, body: 'second' })
      const outside = `curl -s -m 2 -o /dev/null ${context.emulator.url}/health; echo $?`
      expect((await first.commands.run(outside)).stdout).not.toBe('0\n')
      const many = await Promise.all(Array.from({ length: 10 }, () => ask(second, '/')))
      expect(many.every(({ body }) => body === 'second')).toBe(true)
      await first.pause({ keepMemory: false })
      await first.connect()
      expect((await ask(first, '/')).status).toBe(502)
    } finally {
      await Promise.all(sandboxes.map((sandbox) => sandbox.kill()))
    }
  })

  test('speaks other protocols too', async () => {
    const sandbox = await makeServed('upgraded')
    try {
      const socket = connect(Number(new URL(context.emulator.url).port), '127.0.0.1')
      let received = ''
      socket.setEncoding('utf8').on('data', (chunk: string) => (received += chunk))
      const host = `${port}-${sandbox.sandboxId}.example.com`
      socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n`)
      await expect.poll(() => received).toContain('101')
      socket.write('echoed')
      await expect.poll(() => received).toMatch(/echoed$/)
      socket.destroy()
    } finally {
      await sandbox.kill()
    }
  })
})
