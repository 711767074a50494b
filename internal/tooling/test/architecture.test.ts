import { describe, expect, it } from 'vitest'
import { checkPlanted, lines, manifest } from './planted-tree.ts'

const core = 'packages/core/src'
const provider = 'workspaces/e2b/src/planted.ts'

/** [what is wrong, the rule that must see it, where, the text of the file] */
const planted: readonly (readonly [string, string, string, string])[] = [
  ['core imports an undeclared package', 'package-edge', `${core}/contract/a.ts`, `import 'left-pad'\n`],
  ['core imports a provider', 'package-edge', `${core}/contract/a.ts`, `export type { A } from '@caisson/e2b'\n`],
  ['a package imports itself by name', 'package-edge', `${core}/contract/a.ts`, `import '@caisson/core'\n`],
  ['a dynamic import leaves the allowed list', 'package-edge', provider, `await import('axios')\n`],
  ['a require leaves the allowed list', 'package-edge', provider, `require('axios')\n`],
  ['an import type leaves the allowed list', 'package-edge', provider, `export type A = import('axios').A\n`],
  ['a relative import leaves the package', 'package-edge', provider, `import '../../../packages/core/src/index.js'\n`],
  ['a path past the exports map', 'package-edge', provider, `import '@caisson/core/dist/index.js'\n`],
  ['contract imports errors', 'folder-edge', `${core}/contract/b.ts`, `import '../errors/a.js'\n`],
  ['process imports sandbox', 'folder-edge', `${core}/process/b.ts`, `import type { A } from '../sandbox/a.js'\n`],
  ['a folder imports an entry', 'folder-edge', `${core}/workspace/b.ts`, `import type { Shape } from '../index.js'\n`],
  ['a folder without a row', 'folder-edge', `${core}/helpers/b.ts`, `import '../contract/shape.js'\n`],
  ['a file imports itself', 'cycle', `${core}/contract/a.ts`, `export * from './a.js'\n`],
  ['a long file', 'file-length', `${core}/contract/a.ts`, lines(251)],
  ['a long test', 'file-length', 'packages/core/test/a.test.ts', lines(401)],
  ['a long function', 'function-length', `${core}/contract/a.ts`, `export function f(): void {\n${lines(49)}}\n`],
  [
    'a long method',
    'function-length',
    `${core}/contract/a.ts`,
    `export class A {\n  m(): void {\n${lines(49)}  }\n}\n`,
  ],
  ['a long arrow', 'function-length', `${core}/contract/a.ts`, `export const f = (): void => {\n${lines(49)}}\n`],
  ['an index with code', 'entry-only-exports', `${core}/contract/index.ts`, `export const a = 1\n`],
  ['an entry with code', 'entry-only-exports', `${core}/driver.ts`, `import './contract/shape.js'\n`],
  ['new Error', 'new-error', `${core}/contract/a.ts`, `throw new Error('no')\n`],
  ['Error without new', 'new-error', `${core}/contract/a.ts`, `throw Error('no')\n`],
  ['an empty catch', 'empty-catch', provider, `try { f() } catch { /* nothing */ }\n`],
  ['an empty catch of a promise', 'empty-catch', provider, `f().catch(() => {})\n`],
  ['process.env', 'process-env', provider, `export const key = process.env['KEY']\n`],
  ['env from node:process', 'process-env', provider, `import { env } from 'node:process'\n`],
  ['an exported default', 'default-export', provider, `export default function f(): void { f() }\n`],
  ['an assigned default', 'default-export', provider, `const a = 1\nexport default a\n`],
  ['a default by alias', 'default-export', provider, `const a = 1\nexport { a as default }\n`],
  ['any', 'any', provider, `export const a = (b: any): unknown => b\n`],
  ['a non-null mark', 'non-null', provider, `export const a = (b?: string): string => b!\n`],
  ['a definite assignment', 'non-null', provider, `export class A { b!: string }\n`],
  ['a decision on a message', 'message-text', provider, `if (error.message.includes('gone')) f()\n`],
  ['a decision on a lower-case message', 'message-text', provider, `if (e.message.toLowerCase().includes('x')) f()\n`],
  ['a pattern on a message', 'message-text', provider, `if (/gone/.test(String(error))) f()\n`],
  ['a vendor in an identifier', 'vendor-name', `${core}/contract/a.ts`, `export const e2bKey = 1\n`],
  ['a vendor in a string', 'vendor-name', `${core}/contract/a.ts`, `export const a = 'Daytona'\n`],
  ['a mount tool in a provider', 'mount-tool', 'workspaces/e2b/src/a.ts', `export const a = 'sudo s3fs'\n`],
  ['a vendor in a template', 'vendor-name', `${core}/contract/a.ts`, 'export const a = `${b} on railway`\n'],
  ['Math.random', 'random-or-clock', provider, `export const a = Math.random()\n`],
  ['Date.now', 'random-or-clock', provider, `export const a = Date.now()\n`],
  ['new Date()', 'random-or-clock', provider, `export const a = new Date()\n`],
  ['exported state', 'mutable-export', provider, `export let a = 1\n`],
  ['a cast through unknown', 'double-cast', provider, `export const a = (b as unknown) as string\n`],
  ['a spliced command', 'spliced-command', provider, 'await shell.run(`rm ${file}`)\n'],
  ['a timer', 'raw-timer', provider, `setTimeout(f, 1000)\n`],
  ['a base method', 'overridden-base-method', provider, `class A extends BaseSandbox { async stop() { f() } }\n`],
  ['a mocked package', 'mocked-package', 'workspaces/e2b/test/a.test.ts', `vi.mock('e2b', () => ({}))\n`],
]

describe('architecture check', () => {
  it('finds nothing in a clean tree', () => {
    expect(checkPlanted({})).toEqual([])
  })

  it.each(planted)('reports %s', (_what, rule, file, text) => {
    const found = checkPlanted({ [file]: text })
    expect(found.map((violation) => [violation.rule, violation.file])).toContainEqual([rule, file])
    for (const { message, line } of found) expect([message.length > 10, line > 0]).toEqual([true, true])
  })

  it('reports a circle over several files once, with the way', () => {
    const found = checkPlanted({
      [`${core}/contract/a.ts`]: `import { b } from './b.js'\nexport const a = (): number => b()\n`,
      [`${core}/contract/b.ts`]: `import { a } from './a.js'\nexport const b = (): number => a()\n`,
    })
    expect(found).toEqual([expect.objectContaining({ rule: 'cycle', message: expect.stringContaining('a.ts → ') })])
  })

  it('lets types of one folder mention each other, but not types of two folders', () => {
    const within = {
      [`${core}/contract/a.ts`]: `import type { B } from './b.js'\nexport type A = B\n`,
      [`${core}/contract/b.ts`]: `import { type A } from './a.js'\nexport type B = A\n`,
    }
    const across = {
      [`${core}/sandbox/a.ts`]: `import type { B } from './inner/b.js'\nexport type A = B\n`,
      [`${core}/sandbox/inner/b.ts`]: `export type B = import('../a.js').A\n`,
    }
    expect(checkPlanted(within)).toEqual([])
    expect(checkPlanted(across).map(({ rule }) => rule)).toEqual(['cycle'])
  })

  it('reports a dependency that the manifest may not declare', () => {
    const dependencies = { '@standard-schema/spec': '1.1.0', zod: '4.0.0' }
    const found = checkPlanted({ 'packages/core/package.json': manifest('@caisson/core', { dependencies }) })
    expect(found).toContainEqual(expect.objectContaining({ rule: 'package-edge', file: 'packages/core/package.json' }))
  })

  it('reports a package without a row', () => {
    const found = checkPlanted({ 'packages/extra/package.json': manifest('@caisson/extra') })
    expect(found).toEqual([expect.objectContaining({ message: expect.stringContaining('packages/extra') })])
  })

  it('lets allowed places use what is banned elsewhere', () => {
    const found = checkPlanted({
      [`${core}/util/now.ts`]: `export const now = (): number => Date.now()\n`,
      [`${core}/sandbox/local/search-path.ts`]: `export const searchPath = process.env['PATH']\n`,
      [`${core}/contract/too-long.ts`]: `export const tooLong = 'E2BIG'\n`,
      [`${core}/contract/note.ts`]: `/** E2B does it so. */\nexport const note = 1\n`,
      'packages/core/test/long.test.ts': `export function f(): void {\n${lines(60)}}\n`,
      'packages/core/vite.config.ts': `export default {}\n`,
    })
    expect(found).toEqual([])
  })
})

describe('exceptions', () => {
  const file = `${core}/contract/a.ts`
  const reason = 'generated by the vendor, replaced whole'

  it('silence the violation they name', () => {
    expect(checkPlanted({ [file]: lines(300) }, [{ rule: 'file-length', file, reason }])).toEqual([])
  })

  it('do not silence another rule', () => {
    const found = checkPlanted({ [file]: `${lines(300)}export let a = 1\n` }, [{ rule: 'file-length', file, reason }])
    expect(found.map(({ rule }) => rule)).toEqual(['mutable-export'])
  })

  it('fail when nothing needs them', () => {
    const found = checkPlanted({}, [{ rule: 'file-length', file, reason }])
    expect(found).toEqual([expect.objectContaining({ rule: 'exception' })])
  })

  it('fail without a reason', () => {
    const found = checkPlanted({ [file]: lines(300) }, [{ rule: 'file-length', file, reason: '' }])
    expect(found).toEqual([
      expect.objectContaining({ rule: 'exception', message: expect.stringContaining('no reason') }),
    ])
  })
})
