import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'
import { expect, it, onTestFinished } from 'vitest'

const program = `
import { createRequire } from 'node:module'
import { RemoteCodeModeTransport } from '@caisson/kit/code-mode'
new RemoteCodeModeTransport()
const loaded = Object.keys(createRequire(import.meta.url).cache)
process.stdout.write(JSON.stringify(loaded))
`

it('importing and making a transport loads nothing heavy', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'import-cost-'))
  onTestFinished(async () => rm(directory, { recursive: true, force: true }))
  const outfile = path.join(directory, 'program.mjs')
  const { metafile } = await build({
    stdin: { contents: program, resolveDir: import.meta.dirname },
    outfile,
    bundle: true,
    metafile: true,
    platform: 'node',
    format: 'esm',
    external: ['esbuild', '@jridgewell/sourcemap-codec'],
    conditions: ['@caisson/source'],
    logLevel: 'error',
  })
  const others = Object.values(metafile.outputs)
    .flatMap(({ imports }) => imports)
    .filter(({ path: name }) => !name.startsWith('node:'))
    .map(({ path: name, kind }) => `${kind} ${name}`)
  expect(others.toSorted()).toEqual(['dynamic-import @jridgewell/sourcemap-codec', 'dynamic-import esbuild'])
  expect(Object.keys(metafile.inputs).filter((name) => name.includes('node_modules/'))).toEqual([])
  // Where esbuild is out of reach, loading it would fail.
  const { stdout, stderr } = spawnSync(process.execPath, [outfile], { encoding: 'utf8', cwd: directory })
  expect([stdout, stderr]).toEqual(['[]', ''])
})
