import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultNodeVersion, installNodeCommand, type NodeSource } from '@caisson/kit/templates'
import { startNodeMirror, type NodeMirror } from './support/node-mirror.js'

const version = '18.0.1'
const wrongSum = 'f'.repeat(64)
const archive = (architecture: string): string => `/dist/v${version}/node-v${version}-linux-${architecture}.tar.gz`
const sums = `/dist/v${version}/SHASUMS256.txt`

const curl = ['/usr/bin/curl', '/bin/curl'].find((file) => existsSync(file))
const missing = curl === undefined ? 'no curl here' : undefined

describe.skipIf(missing !== undefined)(
  `Node in a machine${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  () => {
    let http: NodeMirror
    let https: NodeMirror
    let root = ''
    let programs = ''

    beforeAll(async () => {
      http = await startNodeMirror(version, 'http')
      https = await startNodeMirror(version, 'https')
    })
    afterAll(async () => {
      await http.close()
      await https.close()
    })
    beforeEach(async () => {
      root = await mkdtemp(path.join(tmpdir(), 'caisson-node-root-'))
      programs = path.join(root, 'programs')
      await mkdir(programs)
      for (const { asked, changed } of [http, https]) {
        asked.length = 0
        changed.clear()
      }
      return () => rm(root, { recursive: true, force: true })
    })

    interface Outcome {
      readonly exitCode: number
      readonly stderr: string
      /** What is below the place of installed programs. */
      readonly installed: readonly string[]
    }

    /** Runs the command in a shell of this computer, with a directory that stands for its disk. */
    async function install(source: NodeSource, options: { readonly processor?: string } = {}): Promise<Outcome> {
      await standIn('uname', `echo ${options.processor ?? 'x86_64'}`)
      const { text } = installNodeCommand({ version, source, root })
      expect(text).not.toContain('\n')
      const env = {
        PATH: `${programs}:/usr/bin:/bin`,
        CURL_CA_BUNDLE: https.certificateFile,
        TMPDIR: path.join(root, 'programs'),
      }
      const { exitCode, stderr } = await new Promise<Omit<Outcome, 'installed'>>((resolve) => {
        execFile('/bin/sh', ['-c', text], { env }, (error, _, said) =>
          resolve({ exitCode: typeof error?.code === 'number' ? error.code : 0, stderr: said }),
        )
      })
      // Nothing that was downloaded is left.
      expect((await readdir(programs)).filter((name) => name.startsWith('tmp.'))).toEqual([])
      const found: readonly string[] = await readdir(path.join(root, 'usr/local/bin')).catch(() => [])
      return { exitCode, stderr, installed: [...found].toSorted((one, other) => one.localeCompare(other)) }
    }

    async function standIn(name: string, script: string, directory = programs): Promise<void> {
      await mkdir(directory, { recursive: true })
      await writeFile(path.join(directory, name), `#!/bin/sh\n${script}\n`)
      await chmod(path.join(directory, name), 0o755)
    }

    it('is what the vendor has for the processor, and corepack asks nothing', async () => {
      const { baseUrl, sum } = https
      const outcome = await install({ baseUrl, sha256: { x64: sum } })
      expect(outcome).toEqual({ exitCode: 0, stderr: '', installed: ['corepack', 'corepack.told', 'node'] })
      expect(https.asked).toEqual([archive('x64')])
      const told = await readFile(path.join(root, 'usr/local/bin/corepack.told'), 'utf8')
      expect(told).toBe(`enable --install-directory ${root}/usr/local/bin\nv${version}\n`)
      const environment = await readFile(path.join(root, 'etc/environment'), 'utf8')
      expect(environment).toBe('COREPACK_ENABLE_DOWNLOAD_PROMPT=0\n')
    })

    it.each([
      ['x86_64', 'x64'],
      ['amd64', 'x64'],
      ['aarch64', 'arm64'],
      ['arm64', 'arm64'],
    ] as const)('is that of the processor %s: %s', async (processor, architecture) => {
      const sha256 = { x64: wrongSum, arm64: wrongSum, [architecture]: http.sum }
      expect(await install({ baseUrl: http.baseUrl, sha256 }, { processor })).toMatchObject({ exitCode: 0 })
      expect(http.asked).toEqual([archive(architecture)])
    })

    it('is not for other processors, and nothing is asked for', async () => {
      const outcome = await install({ baseUrl: https.baseUrl }, { processor: 'riscv64' })
      const stderr = 'caisson: there is no Node for the processor riscv64\n'
      expect(outcome).toEqual({ exitCode: 1, stderr, installed: [] })
      expect(https.asked).toEqual([])
    })

    it('is not unpacked when its checksum is another one', async () => {
      const outcome = await install({ baseUrl: https.baseUrl, sha256: { x64: wrongSum, arm64: https.sum } })
      expect(outcome).toMatchObject({ exitCode: 1, installed: [] })
      expect(outcome.stderr).toMatch(
        new RegExp(`^caisson: what .*${archive('x64')} gave has another checksum than f{64}\n$`),
      )
      expect(await readdir(root)).toEqual(['programs'])
    })

    it('of a version without known checksums is checked by those beside it, over https', async () => {
      expect(await install({ baseUrl: `${https.baseUrl}/` })).toMatchObject({ exitCode: 0, stderr: '' })
      expect(https.asked).toEqual([archive('x64'), sums])
    })

    it.each([
      ['name another content', `${wrongSum}  node-v${version}-linux-x64.tar.gz\n`, /has another checksum than f{64}/],
      [
        'name others only',
        `${wrongSum}  node-v${version}-linux-x64.tar.xz\n`,
        /SHASUMS256\.txt has no checksum of node-v/,
      ],
      ['are empty', '', /has no checksum/],
    ])('is not unpacked when the checksums beside it %s', async (_, content, message) => {
      https.changed.set(sums, content)
      const outcome = await install({ baseUrl: https.baseUrl })
      expect(outcome).toMatchObject({ exitCode: 1, installed: [], stderr: expect.stringMatching(message) })
    })

    it('is not had over http for a processor whose checksum was not given, and nothing is asked for', async () => {
      const source = { baseUrl: http.baseUrl, sha256: { x64: http.sum } }
      const outcome = await install(source, { processor: 'aarch64' })
      expect(outcome).toMatchObject({ exitCode: 1, installed: [] })
      expect(outcome.stderr).toBe(`caisson: no checksum of node-v${version}-linux-arm64.tar.gz was given\n`)
      expect(http.asked).toEqual([])
    })

    it('says what could not be downloaded', async () => {
      const outcome = await install({ baseUrl: `${https.baseUrl}/none` })
      expect(outcome).toMatchObject({ exitCode: 1, installed: [] })
      expect(outcome.stderr).toMatch(/caisson: Node could not be downloaded from .*\/none\/v18\.0\.1\/node-v18/)
    })

    it('is not downloaded where it is already', async () => {
      await standIn('node', `echo v${version}`, path.join(root, 'usr/local/bin'))
      expect(await install({ baseUrl: https.baseUrl })).toMatchObject({ exitCode: 0, installed: ['node'] })
      expect(https.asked).toEqual([])
      await standIn('node', 'echo v18.0.11', path.join(root, 'usr/local/bin'))
      expect(await install({ baseUrl: https.baseUrl })).toMatchObject({ exitCode: 0 })
      expect(https.asked).toHaveLength(2)
    })

    it('leaves what else is in the environment, and adds its line once', async () => {
      await mkdir(path.join(root, 'etc'))
      const file = path.join(root, 'etc/environment')
      await writeFile(file, 'A=1\nCOREPACK_ENABLE_DOWNLOAD_PROMPT=1\nB=without an end')
      for (let time = 1; time <= 2; time += 1) {
        await install({ baseUrl: https.baseUrl })
        expect(await readFile(file, 'utf8')).toBe('A=1\nB=without an end\nCOREPACK_ENABLE_DOWNLOAD_PROMPT=0\n')
      }
    })
  },
)

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
