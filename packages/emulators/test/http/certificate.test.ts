import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createServer, get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { makeServerCertificate } from '../../src/http/tls/certificate.js'

const names = ['emu.test', '*.emu.test', 'localhost', '127.0.0.1']

test('makes certificates that Node accepts', () => {
  const { ca, certificate } = makeServerCertificate(names)
  const authority = new X509Certificate(ca)
  const server = new X509Certificate(certificate)
  expect(authority.ca).toBe(true)
  expect(server.ca).toBe(false)
  expect(server.checkIssued(authority)).toBe(true)
  expect(server.verify(authority.publicKey)).toBe(true)
  expect(server.checkHost('8000-abc.emu.test')).toBe('*.emu.test')
  expect(server.checkHost('other.test')).toBeUndefined()
  expect(server.checkIP('127.0.0.1')).toBe('127.0.0.1')
  expect(Date.parse(server.validTo) - Date.now()).toBeLessThan(398 * 86_400_000)
})

test.each(Array.from({ length: 20 }, (_, index) => index))('serves with what it makes (%i)', async () => {
  const { ca, certificate, key } = makeServerCertificate(names)
  const server = createServer({ cert: certificate, key }, (_request, response) => response.end('ok'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    const request = get({ host: '127.0.0.1', port, ca, servername: 'api.emu.test', headers: { host: 'api.emu.test' } })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(200)
    response.resume()
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
