import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { defaultNodeVersion, installNodeCommand } from '@caisson/kit/templates'
import { useNodeRoot, whyNoNode } from './support/use-node-root.js'

const version = '18.0.1'
const wrongSum = 'f'.repeat(64)
const archive = (architecture: string): string => `/dist/v${version}/node-v${version}-linux-${architecture}.tar.gz`

describe.skipIf(whyNoNode !== '')(`Node in a machine${whyNoNode}`, () => {
  const root = useNodeRoot(version)

  it('is what the vendor has for the processor, and corepack asks nothing', async () => {
    const { baseUrl, sum } = root.https
    const outcome = await root.install({ baseUrl, sha256: { x64: sum } })
    expect(outcome).toEqual({ exitCode: 0, stderr: '', installed: ['corepack', 'corepack.told', 'node'] })
    expect(root.https.asked).toEqual([archive('x64')])
    const told = await root.read('usr/local/bin/corepack.told')
    expect(told).toBe(`enable --install-directory ${root.path}/usr/local/bin\nv${version}\n`)
    const environment = await root.read('etc/environment')
    expect(environment).toBe('COREPACK_ENABLE_DOWNLOAD_PROMPT=0\n')
  })

  it('is not unpacked when its checksum is another one', async () => {
    const outcome = await root.install({
      baseUrl: root.https.baseUrl,
      sha256: { x64: wrongSum, arm64: root.https.sum },
    })
    expect(outcome).toMatchObject({ exitCode: 1, installed: [] })
    expect(outcome.stderr).toMatch(
      new RegExp(`^caisson: what .*${archive('x64')} gave has another checksum than f{64}\n$`),
    )
    expect(await readdir(root.path)).toEqual(['programs'])
  })

  it('is not had over http for a processor whose checksum was not given, and nothing is asked for', async () => {
    const source = { baseUrl: root.http.baseUrl, sha256: { x64: root.http.sum } }
    const outcome = await root.install(source, { processor: 'aarch64' })
    expect(outcome).toMatchObject({ exitCode: 1, installed: [] })
    expect(outcome.stderr).toBe(`caisson: no checksum of node-v${version}-linux-arm64.tar.gz was given\n`)
    expect(root.http.asked).toEqual([])
  })
})

describe('what is refused before any machine', () => {
  it.each([
    ['nodeVersion', { version: '24' }],
    ['nodeVersion', { version: 'v24.20.0' }],
    ['nodeVersion', { version: '24.20.0;reboot' }],
    ['nodeVersion', { version: '24.20.0\n' }],
    ['nodeSource.baseUrl', { source: { baseUrl: 'ftp://example.com/dist' } }],
    ['nodeSource.baseUrl', { source: { baseUrl: 'https://me:secret-word@example.com/dist' } }],
    ['nodeSource.baseUrl', { source: { baseUrl: 'https://example.com/dist?token=secret-word' } }],
    ['nodeSource.baseUrl', { source: { baseUrl: 'https://example.com/$(reboot)' } }],
    ['nodeSource.baseUrl', { version: '18.0.1', source: { baseUrl: 'http://example.com/dist' } }],
    ['nodeSource.sha256.x64', { source: { sha256: { x64: 'abc' } } }],
    ['nodeSource.sha256.arm64', { source: { sha256: { arm64: `${'0'.repeat(64)};` } } }],
  ])('%s: %j', (option, given) => {
    const make = (): unknown => installNodeCommand({ version: defaultNodeVersion, ...given })
    const details = expect.objectContaining({ option })
    expect(make).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', details }))
    expect(make).toThrow(/^(?!.*secret-word)/s)
  })

  it('is not an http address whose version has known checksums', () => {
    const command = installNodeCommand({ version: defaultNodeVersion, source: { baseUrl: 'http://example.com' } })
    expect(command.text).toMatch(/855d581f[0-9a-f]{56}.*3515603e[0-9a-f]{56}/s)
  })
})

it('is done by root', () => {
  const command = installNodeCommand({ version: defaultNodeVersion })
  expect(command.text).toMatch(/if \[ "\$\(id -u\)" = 0 \]; then .*; elif sudo -n true .*; then sudo -n sh /)
  expect(command.text).toContain('https://nodejs.org/dist')
})
