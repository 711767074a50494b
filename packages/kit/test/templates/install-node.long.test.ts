import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { useNodeRoot, whyNoNode } from './support/use-node-root.js'

const version = '18.0.1'
const wrongSum = 'f'.repeat(64)
const archive = (architecture: string): string => `/dist/v${version}/node-v${version}-linux-${architecture}.tar.gz`
const sums = `/dist/v${version}/SHASUMS256.txt`

describe.skipIf(whyNoNode !== '')(`Node in machines of all sorts${whyNoNode}`, () => {
  const root = useNodeRoot(version)

  it.each([
    ['x86_64', 'x64'],
    ['amd64', 'x64'],
    ['aarch64', 'arm64'],
    ['arm64', 'arm64'],
  ] as const)('is that of the processor %s: %s', async (processor, architecture) => {
    const sha256 = { x64: wrongSum, arm64: wrongSum, [architecture]: root.http.sum }
    expect(await root.install({ baseUrl: root.http.baseUrl, sha256 }, { processor })).toMatchObject({ exitCode: 0 })
    expect(root.http.asked).toEqual([archive(architecture)])
  })

  it('is not for other processors, and nothing is asked for', async () => {
    const outcome = await root.install({ baseUrl: root.https.baseUrl }, { processor: 'riscv64' })
    const stderr = 'caisson: there is no Node for the processor riscv64\n'
    expect(outcome).toEqual({ exitCode: 1, stderr, installed: [] })
    expect(root.https.asked).toEqual([])
  })

  it('of a version without known checksums is checked by those beside it, over https', async () => {
    expect(await root.install({ baseUrl: `${root.https.baseUrl}/` })).toMatchObject({ exitCode: 0, stderr: '' })
    expect(root.https.asked).toEqual([archive('x64'), sums])
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
    root.https.changed.set(sums, content)
    const outcome = await root.install({ baseUrl: root.https.baseUrl })
    expect(outcome).toMatchObject({ exitCode: 1, installed: [], stderr: expect.stringMatching(message) })
  })

  it('says what could not be downloaded', async () => {
    const outcome = await root.install({ baseUrl: `${root.https.baseUrl}/none` })
    expect(outcome).toMatchObject({ exitCode: 1, installed: [] })
    expect(outcome.stderr).toMatch(/caisson: Node could not be downloaded from .*\/none\/v18\.0\.1\/node-v18/)
  })

  it('is not downloaded where it is already', async () => {
    await root.standIn('usr/local/bin/node', `echo v${version}`)
    expect(await root.install({ baseUrl: root.https.baseUrl })).toMatchObject({ exitCode: 0, installed: ['node'] })
    expect(root.https.asked).toEqual([])
    await root.standIn('usr/local/bin/node', 'echo v18.0.11')
    expect(await root.install({ baseUrl: root.https.baseUrl })).toMatchObject({ exitCode: 0 })
    expect(root.https.asked).toHaveLength(2)
  })

  it('leaves what else is in the environment, and adds its line once', async () => {
    await mkdir(path.join(root.path, 'etc'))
    const file = path.join(root.path, 'etc/environment')
    await writeFile(file, 'A=1\nCOREPACK_ENABLE_DOWNLOAD_PROMPT=1\nB=without an end')
    for (let time = 1; time <= 2; time += 1) {
      await root.install({ baseUrl: root.https.baseUrl })
      expect(await root.read('etc/environment')).toBe('A=1\nB=without an end\nCOREPACK_ENABLE_DOWNLOAD_PROMPT=0\n')
    }
  })
})
