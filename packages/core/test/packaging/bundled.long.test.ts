import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EntryName, PackedInstall, PackedTarball } from './packed-install.js'
import { entryNames, installPacked, makeTarball } from './packed-install.js'
import { programOutput, programSource } from './programs.js'
import { runNode } from './run-node.js'

const formats = ['esm', 'cjs'] as const
const cases = entryNames.flatMap((entry) => formats.map((format) => [entry, format] as const))

describe('a bundled program [BR-187]', () => {
  let tarball: PackedTarball
  let user: PackedInstall

  beforeAll(() => {
    tarball = makeTarball()
    user = installPacked(tarball.file)
  })

  afterAll(() => {
    user.remove()
    tarball.remove()
  })

  /** Bundles into one file in a folder that has no modules and a space in its path. */
  async function bundle(entry: EntryName, format: (typeof formats)[number], minify = false): Promise<string> {
    const name = `${entry.replaceAll(/\W/g, '') || 'index'}-${minify ? 'minified' : 'plain'}`
    const source = path.join(user.root, `${name}.mjs`)
    writeFileSync(source, programSource(entry))
    const outfile = path.join(user.root, 'bundled programs', `${name}.${format === 'esm' ? 'mjs' : 'cjs'}`)
    const result = await build({
      entryPoints: [source],
      outfile,
      format,
      minify,
      bundle: true,
      platform: 'node',
      target: 'node22',
      logLevel: 'silent',
    })
    expect(result.warnings).toEqual([])
    return outfile
  }

  it.each(cases)('of %s runs as %s', async (entry, format) => {
    const file = await bundle(entry, format)
    expect(runNode(file)).toEqual({ exitCode: 0, stdout: programOutput(entry), stderr: '' })
  })

  it.each(cases)('of %s runs as %s in a worker thread', async (entry, format) => {
    const file = await bundle(entry, format)
    const host = path.join(user.root, 'bundled programs', 'worker-host.mjs')
    mkdirSync(path.dirname(host), { recursive: true })
    writeFileSync(
      host,
      `import { Worker } from 'node:worker_threads'
       new Worker(${JSON.stringify(file)}).on('exit', (code) => { process.exitCode = code })\n`,
    )
    expect(runNode(host)).toEqual({ exitCode: 0, stdout: programOutput(entry), stderr: '' })
  })

  it.each(formats)('keeps the names of errors when minified as %s', async (format) => {
    const source = path.join(user.root, 'names.mjs')
    const text = `import { FileNotFoundError, SandboxError } from '@caisson/core'
      console.log(new SandboxError('a', 'TIMEOUT').name, new FileNotFoundError('a').name)`
    writeFileSync(source, text)
    const outfile = path.join(user.root, 'bundled programs', `names.${format === 'esm' ? 'mjs' : 'cjs'}`)
    await build({ entryPoints: [source], outfile, format, minify: true, bundle: true, platform: 'node' })
    expect(runNode(outfile)).toEqual({ exitCode: 0, stdout: 'SandboxError FileNotFoundError', stderr: '' })
  })

  it.each(formats)('runs minified as %s', async (format) => {
    const file = await bundle('.', format, true)
    expect(runNode(file)).toEqual({ exitCode: 0, stdout: programOutput('.'), stderr: '' })
  })
})
