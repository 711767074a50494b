import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { createCodeMode, StdioCodeModeTransport } from '@caisson/core'
import { describe, expect, it } from 'vitest'
import { createLocalSandbox, withoutChannel } from './support/local-sandbox.js'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const versions = ['18.20.8', '20.19.4', '22.13.1', '22.18.0'] as const

/** The binary of a version of Node, fetched from npm into the cache; `undefined` where it cannot be had. */
function fetchNode(version: string): string | undefined {
  const name = `node-${process.platform}-${process.arch}`
  const directory = path.join(root, '.cache', 'node-versions', version)
  const binary = path.join(directory, 'node_modules', name, 'bin', 'node')
  if (existsSync(binary)) return binary
  spawnSync('npm', ['install', '--prefix', directory, '--no-save', '--no-audit', '--no-fund', `${name}@${version}`], {
    stdio: 'ignore',
    timeout: 300_000,
  })
  return existsSync(binary) ? binary : undefined
}

const nodes = versions.map((version) => ({ version, binary: fetchNode(version) }))
const program = `
  interface Row { id: number }
  const rows: Row[] = await Promise.all([1, 2].map((id) => external_row({ id })))
  console.log('rows', rows); console.table([{ a: 1 }])
  const { basename } = await import('node:path')
  // Time for what Node may have to say about that.
  await external_row({ id: 3 })
  return [rows.map(({ id }) => id), basename('/a/b'), process.version]`

for (const { version, binary } of nodes) {
  const note = binary === undefined ? ' (skipped: npm did not give this version)' : ''
  describe.skipIf(binary === undefined)(`programs run on Node ${version}${note}`, () => {
    it.each(['channel', 'stdout'])(
      'with the same result and nothing on stderr, frames on %s [BR-191] [BR-192]',
      async (frames) => {
        const sandbox = await createLocalSandbox()
        const { tool } = createCodeMode(
          {
            tools: { row: { execute: (args) => args } },
            sandbox: frames === 'channel' ? sandbox : withoutChannel(sandbox),
          },
          new StdioCodeModeTransport({ nodePath: binary }),
        )
        expect(await tool.execute({ code: program })).toEqual({
          success: true,
          result: [[1, 2], 'b', `v${version}`],
          logs: ['rows [{"id":1},{"id":2}]', expect.stringMatching(/index[^]*│ +0 +│ 1 │/)],
        })
        expect(await tool.execute({ code: 'const a = 1\n@dec class X {}' })).toMatchObject({
          error: { name: 'SyntaxError', line: 2 },
        })
        const failed = await tool.execute({ code: 'const a = 1\nconst b = null\nreturn b.c' })
        expect(failed).toMatchObject({ success: false, error: { name: 'TypeError', line: 3 } })
        expect(await tool.execute({ code: 'return 10n' })).toMatchObject({ error: { name: 'SerializationError' } })
      },
    )
  })
}

const hostProgram = `
import { prepareProgram } from '@caisson/core'
process.on('warning', (warning) => process.stderr.write(warning.name))
const programs = ['const a: number = 1', 'const a = 1\\nlet b = = 2', 'const a = 1\\nenum E { A }', 'const a = 1\\nclass C { constructor(public x: number) {} }']
const found = []
for (const text of programs) { const { ok, error } = await prepareProgram(text); found.push([ok, error?.name, error?.line]) }
process.stdout.write(JSON.stringify(found))
`

for (const { version, binary } of nodes.filter((node) => node.version.startsWith('22.'))) {
  const note = binary === undefined ? ' (skipped: npm did not give this version)' : ''
  it.skipIf(binary === undefined)(
    `the host may be Node ${version}: same errors, no warning${note} [BR-173] [BR-191]`,
    () => {
      const outfile = path.join(root, '.cache', 'node-versions', `host-${version}.mjs`)
      const stdin = { contents: hostProgram, resolveDir: import.meta.dirname }
      buildSync({
        stdin,
        outfile,
        bundle: true,
        platform: 'node',
        format: 'esm',
        conditions: ['@caisson/source'],
        logLevel: 'error',
      })
      const { stdout, stderr } = spawnSync(binary ?? '', [outfile], { encoding: 'utf8' })
      rmSync(outfile)
      const fault = [false, 'SyntaxError', 2]
      expect([JSON.parse(stdout), stderr]).toEqual([[[true, null, null], fault, fault, fault], ''])
    },
  )
}
