import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { reportEntries } from '../src/api/entry-reports.ts'
import { publicEntries } from '../src/workspace-packages.ts'

const manifest = JSON.stringify({
  name: '@caisson/shape',
  type: 'module',
  exports: {
    '.': { '@caisson/source': './src/index.ts', import: { types: './dist/index.d.ts' } },
    './inner': { '@caisson/source': './src/index.ts', import: { types: './dist/inner.d.ts' } },
  },
})

/** The declarations as a bundler writes them: entries that re-export shortened names from a chunk with a hash. */
function reportBuilt(chunk: string, body: string): string[] {
  const root = mkdtempSync(path.join(os.tmpdir(), 'caisson-api-'))
  const files = {
    'package.json': manifest,
    'src/index.ts': '',
    'dist/index.d.ts': `export { S as Shape, m as makeShape } from './${chunk}.js';\n`,
    'dist/inner.d.ts': `import { S as Shape } from './${chunk}.js';\n/** Says what. */\ndeclare class Box { #side: number; shape: Shape; }\nexport { Box };\n`,
    [`dist/${chunk}.d.ts`]: `${body}\nexport { Shape as S, makeShape as m };\n`,
  }
  try {
    for (const [file, text] of Object.entries(files)) {
      const full = path.join(root, 'packages/shape', file)
      mkdirSync(path.dirname(full), { recursive: true })
      writeFileSync(full, text)
    }
    return reportEntries(root, publicEntries(root)).map(({ file, text }) => `${file}\n${text}`)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const shape = `/** A comment. */\ninterface Shape { readonly sides: Sides }`
const sides = `type Sides = 3 | 4`
const make = `declare const makeShape: (sides: Sides) => Shape`

describe('public interface report', () => {
  it('holds the exports and what they mention, per entry', () => {
    const [index, inner] = reportBuilt('chunk-A1', [shape, sides, make].join('\n'))
    expect(index).toContain('shape.d.ts\n')
    expect(index).toContain('type Sides = 3 | 4;')
    expect(index).toContain('export {\n  Shape,\n  makeShape,\n}')
    expect(index).toContain('// Reachable but not exported:\n//   Sides')
    expect(inner).toContain('shape.inner.d.ts\n')
    expect(inner).toContain('declare class Box')
    expect(inner).not.toContain('makeShape')
  })

  it('does not change with comments, order or the names of chunks', () => {
    const once = reportBuilt('chunk-A1', [shape, sides, make].join('\n'))
    const again = reportBuilt(
      'common-zzz9',
      [make, '/** Other. */', sides, shape.replace('A comment', 'Another')].join('\n'),
    )
    expect(again).toEqual(once)
  })

  it('changes with a type that is only mentioned', () => {
    const once = reportBuilt('chunk-A1', [shape, sides, make].join('\n'))
    const changed = reportBuilt('chunk-A1', [shape, sides.replace('4', '5'), make].join('\n'))
    expect(changed).not.toEqual(once)
  })
})
