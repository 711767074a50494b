import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkDocuments } from '../src/docs/check-documents.ts'
import { repositoryRoot } from '../src/repository-root.ts'

function checkPlanted(files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'caisson-docs-'))
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
      writeFileSync(path.join(root, file), text)
    }
    mkdirSync(path.join(root, 'node_modules'))
    symlinkSync(path.join(repositoryRoot, 'node_modules', '@types'), path.join(root, 'node_modules', '@types'))
    return checkDocuments(root)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const packageFiles = {
  'packages/shape/package.json': JSON.stringify({
    name: '@caisson/shape',
    type: 'module',
    exports: { '.': { '@caisson/source': './src/index.ts' } },
  }),
  'packages/shape/src/index.ts': `export interface Shape { readonly sides: number }\n`,
}

const fence = '```'

describe('documentation check', () => {
  it('accepts links and code that hold', () => {
    const report = checkPlanted({
      ...packageFiles,
      'README.md': [
        '# A `title`, with marks!',
        '[here](#a-title-with-marks) [there](docs/guide.md#second) [code](packages/shape/src/index.ts) `[x](nowhere)`',
        '[outside](https://example.com/nowhere)',
        `${fence}ts`,
        `import type { Shape } from '@caisson/shape'`,
        'const shape: Shape = { sides: await Promise.resolve(4) }',
        'process.stdout.write(String(shape.sides))',
        fence,
        `${fence}typescript`,
        'this is not checked',
        fence,
      ].join('\n'),
      'docs/guide.md': '# First\n\n## Second\n\n[back](../README.md)\n',
    })
    expect(report).toEqual({ fileCount: 2, blockCount: 1, problems: [] })
  })

  it.each([
    ['a missing file', '[x](docs/none.md)'],
    ['a missing anchor', '# Title\n[x](#other)'],
    ['a missing anchor elsewhere', '[x](docs/guide.md#other)'],
    ['a way out of the repository', '[x](../../etc/passwd)'],
    ['a missing picture', '<img src="docs/none.png">'],
    ['a missing reference', '[x]: docs/none.md'],
  ])('reports %s', (_what, text) => {
    const { problems } = checkPlanted({ 'README.md': text, 'docs/guide.md': '# First\n' })
    expect(problems).toEqual([expect.objectContaining({ file: 'README.md', line: text.split('\n').length })])
  })

  it('reports wrong code at its line in the document', () => {
    const code = `import type { Shape } from '@caisson/shape'\n\nexport const shape: Shape = { sides: 'four' }`
    const { problems } = checkPlanted({ ...packageFiles, 'README.md': `# Title\n\n${fence}ts\n${code}\n${fence}\n` })
    expect(problems).toEqual([expect.objectContaining({ file: 'README.md', line: 6 })])
  })

  it('reports an import that no package offers', () => {
    const code = `import { f } from '@caisson/shape/inner'\nf()`
    const { problems } = checkPlanted({ ...packageFiles, 'README.md': `${fence}ts\n${code}\n${fence}\n` })
    expect(problems).toEqual([expect.objectContaining({ line: 2, message: expect.stringContaining('inner') })])
  })
})
