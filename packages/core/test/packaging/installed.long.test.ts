import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PackedInstall, PackedTarball } from './packed-install.js'
import { entryNames, installPacked, listFiles, makeTarball, repositoryRoot, specifierOf } from './packed-install.js'
import { programOutput, programSource } from './programs.js'
import { runNode } from './run-node.js'

const megabyte = 1024 * 1024

describe('the packed package', () => {
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

  function runText(name: string, text: string) {
    const file = path.join(user.root, name)
    writeFileSync(file, text)
    return runNode(file)
  }

  it('holds the build, the licence and the manifest, and nothing else', () => {
    const others = listFiles(user.packageFolder).filter((file) => !file.startsWith(`dist${path.sep}`))
    expect(others.filter((file) => file !== 'README.md' && file !== 'CHANGELOG.md')).toEqual([
      'LICENSE',
      'package.json',
    ])
  })

  it('names nothing that exists in the repository only', () => {
    for (const file of listFiles(user.packageFolder)) {
      const text = readFileSync(path.join(user.packageFolder, file), 'utf8')
      for (const word of ['@caisson/source', '"workspace:', '"catalog:', 'node_modules/.pnpm', repositoryRoot]) {
        expect(text.includes(word), `${file} names ${word}`).toBe(false)
      }
    }
  })

  it('takes at most 1 MB on disk, its dependencies included', () => {
    const folders = [user.packageFolder, path.join(user.root, 'node_modules', '@standard-schema')]
    const sizes = folders.flatMap((folder) => listFiles(folder).map((file) => statSync(path.join(folder, file)).size))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(megabyte)
  })

  it.each(entryNames)('%s offers the same names to import and to require', (entry) => {
    const specifier = JSON.stringify(specifierOf(entry))
    const imported = runText(
      'names.mjs',
      `import * as all from ${specifier}\nconsole.log(Object.keys(all).sort().join())\n`,
    )
    const required = runText('names.cjs', `console.log(Object.keys(require(${specifier})).sort().join())\n`)
    expect(imported).toMatchObject({ exitCode: 0, stderr: '' })
    expect(required).toEqual(imported)
  })

  it.each(entryNames)('%s runs unbundled', (entry) => {
    expect(runText('program.mjs', programSource(entry))).toEqual({
      exitCode: 0,
      stdout: programOutput(entry),
      stderr: '',
    })
  })

  it('has each class once per module format, whichever entry it comes from', () => {
    const check = `
      const shared = (a, b) => Object.keys(a).filter((name) => name in b)
      const differing = (a, b) => shared(a, b).filter((name) => a[name] !== b[name])
      console.log(shared(root, workspace).length > 20, differing(root, workspace).length, differing(root, tools).length,
        differing(root, driver).length, differing(workspace, driver).length)`
    const names = [
      ['root', '.'],
      ['workspace', './workspace'],
      ['tools', './tools'],
      ['driver', './driver'],
    ] as const
    const imports = names.map(([name, entry]) => `import * as ${name} from '${specifierOf(entry)}'`)
    const requires = names.map(([name, entry]) => `const ${name} = require('${specifierOf(entry)}')`)
    const expected = { exitCode: 0, stdout: 'true 0 0 0 0', stderr: '' }
    expect(runText('once.mjs', [...imports, check].join('\n'))).toEqual(expected)
    expect(runText('once.cjs', [...requires, check].join('\n'))).toEqual(expected)
  })

  it('recognises an error of the other module format', () => {
    const text = `
      import { createRequire } from 'node:module'
      import { SandboxError } from '@caisson/core'
      const required = createRequire(import.meta.url)('@caisson/core')
      const ours = new SandboxError('a', 'TIMEOUT'), theirs = new required.SandboxError('b', 'TIMEOUT')
      console.log(SandboxError === required.SandboxError, SandboxError.isInstance(theirs), required.SandboxError.isInstance(ours),
        SandboxError.isInstance(new Error('c')))`
    expect(runText('formats.mjs', text)).toEqual({ exitCode: 0, stdout: 'false true true false', stderr: '' })
  })

  it('names its errors after their classes', () => {
    const text = `
      import * as all from '@caisson/core'
      const isErrorClass = (value) => typeof value === 'function' && value.prototype instanceof Error
      console.log(Object.entries(all).filter(([name, value]) => isErrorClass(value) && value.name !== name).map(([name]) => name).join())`
    expect(runText('class-names.mjs', text)).toEqual({ exitCode: 0, stdout: '', stderr: '' })
  })
})
