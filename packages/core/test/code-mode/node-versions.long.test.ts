import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
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
        const table = '┌─────────┬───┐\n│ (index) │ a │\n├─────────┼───┤\n│ 0       │ 1 │\n└─────────┴───┘'
        expect(await tool.execute({ code: program })).toEqual({
          success: true,
          result: [[1, 2], 'b', `v${version}`],
          logs: ['rows [{"id":1},{"id":2}]', table],
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
