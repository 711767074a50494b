import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const loader = new URL('support/source-loader.mjs', import.meta.url).href
const folder = fileURLToPath(new URL('..', import.meta.url))

/** Runs a program that has this package, and tells what it printed, with a line for each module of Mastra it asked for. */
async function run(program: string, env: NodeJS.ProcessEnv = {}): Promise<string[]> {
  const flags = [
    '--conditions=@caisson/source',
    '--experimental-transform-types',
    '--disable-warning=ExperimentalWarning',
  ]
  const text = `
    import { LocalFilesystem, LocalSandbox } from '@caisson/core'
    import { asMastraSandbox, toMastraFilesystem } from '@caisson/mastra'
    ${program}`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...flags, '--import', loader, '--input-type=module', '-e', text],
    { cwd: folder, env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env } },
  )
  return stdout.split('\n').filter((line) => line !== '')
}

const makeBoth = `
  asMastraSandbox(new LocalSandbox())
  const files = toMastraFilesystem(new LocalFilesystem({ basePath: '.' }))
  console.log((await files.stat('package.json')).type)`
const readMissing = `await files.readFile('missing').catch(({ name, code, message, cause }) => console.log(name, code, message, cause.code))`

describe('Mastra itself', () => {
  it('is not loaded by the import, nor by anything that succeeds', async () => {
    expect(await run(makeBoth)).toEqual(['file'])
  })

  it('is loaded by the first error', async () => {
    const [, asked, told] = await run(`${makeBoth}\n${readMissing}`)
    expect(asked).toBe('resolves @mastra/core/workspace')
    expect(told).toMatch(/FileNotFoundError ENOENT .*missing ENOENT$/)
  })

  it('may be missing where the error classes are given', async () => {
    const program = `
      class FileNotFoundError extends Error { constructor(path) { super(path); this.name = 'Mine' } }
      const files = toMastraFilesystem(new LocalFilesystem({ basePath: '.' }), { FileNotFoundError })
      ${readMissing}`
    expect(await run(program, { MASTRA_IS_MISSING: '1' })).toEqual([
      expect.stringMatching(/^Mine undefined .*missing ENOENT$/),
    ])
  })

  it('is asked for by name where it is missing and needed', async () => {
    const [, , told] = await run(`${makeBoth}\n${readMissing}`, { MASTRA_IS_MISSING: '1' })
    expect(told).toMatch(/^WorkspaceError INVALID_CONFIG .*install @mastra\/core, or pass them.* ENOENT$/)
  })
})
