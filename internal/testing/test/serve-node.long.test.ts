import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { serveNode } from '../src/index.js'

const run = promisify(execFile)
const architecture = process.arch === 'arm64' ? 'arm64' : 'x64'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'serve-node-'))
})

afterEach(async () => {
  await rm(directory, { recursive: true, force: true })
})

it('[T02] serves an archive of Node as it is published, with its sum, that runs where it is unpacked', async () => {
  const { baseUrl, version, sha256, requests, close } = await serveNode()
  const folder = `${baseUrl}/v${version}`
  const name = `node-v${version}-linux-${architecture}.tar.gz`
  const bytes = Buffer.from(await (await fetch(`${folder}/${name}`)).arrayBuffer())
  const sums = await (await fetch(`${folder}/SHASUMS256.txt`)).text()
  expect((await fetch(`${baseUrl}/v1.2.3/SHASUMS256.txt`)).status).toBe(404)
  await close()
  expect(requests).toEqual([
    `GET /dist/v${version}/${name}`,
    `GET /dist/v${version}/SHASUMS256.txt`,
    'GET /dist/v1.2.3/SHASUMS256.txt',
  ])
  const sum = createHash('sha256').update(bytes).digest('hex')
  expect(sum).toBe(sha256[architecture])
  expect(sums).toBe(`${sum}  ${name}\n`)

  const archive = path.join(directory, name)
  await writeFile(archive, bytes)
  await run('tar', ['-C', directory, '--strip-components=1', '-xzf', archive])
  const env = { PATH: `${path.join(directory, 'bin')}:/usr/bin:/bin`, HOME: directory }
  expect((await run('node', ['--version'], { env })).stdout).toBe(`v${version}\n`)
  expect((await run('npm', ['--version'], { env })).stdout).toMatch(/^11\./)
  await run('corepack', ['enable'], { env })
  expect(await readlink(path.join(directory, 'bin', 'pnpm'))).toMatch(/corepack/)
})

it('packs once for all who serve it at a time, the same each time, and removes the archive with the last', async () => {
  const [one, other] = await Promise.all([serveNode(), serveNode()])
  expect(other.sha256).toEqual(one.sha256)
  await one.close()
  expect((await fetch(`${other.baseUrl}/v${other.version}/SHASUMS256.txt`)).status).toBe(200)
  const url = `${other.baseUrl}/v${other.version}/node-v${other.version}-linux-${architecture}.tar.gz`
  expect((await fetch(url, { method: 'HEAD' })).headers.get('content-length')).toMatch(/^\d{8,}$/)
  await other.close()
  await expect(fetch(url)).rejects.toThrow('fetch failed')
  const again = await serveNode()
  expect(again.sha256).toEqual(one.sha256)
  await again.close()
})
