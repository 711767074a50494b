import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ModuleSettingName } from './consumer-types.js'
import { compile, moduleSettings, resolveTypes } from './consumer-types.js'
import type { PackedInstall, PackedTarball } from './packed-install.js'
import { entryNames, installPacked, makeTarball, specifierOf, unpackCore } from './packed-install.js'

const settingNames = Object.keys(moduleSettings) as ModuleSettingName[]

const importAll = entryNames.map((entry, index) => `import * as entry${index} from '${specifierOf(entry)}'`)
const requireAll = entryNames.map((entry, index) => `import entry${index} = require('${specifierOf(entry)}')`)
const useAll = `export const entries: object[] = [${entryNames.map((_entry, index) => `entry${index}`).join(', ')}]`

describe('published types [BR-190]', () => {
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

  it.each(settingNames)(
    'compile strictly in .mts and .cts under %s, without skipLibCheck and without DOM',
    (setting) => {
      const problems = compile(user.root, setting, {
        'all.mts': [...importAll, useAll].join('\n'),
        'all.cts': [...requireAll, useAll].join('\n'),
        'types.mts': `import type { WorkspaceSandbox } from '@caisson/core'\nexport type Status = WorkspaceSandbox['status']\n`,
      })
      expect(problems).toEqual([])
    },
  )

  it.each(settingNames.filter((name) => name !== 'bundler'))('are of the right module kind under %s', (setting) => {
    for (const entry of entryNames) {
      const name = entry === '.' ? 'index' : entry.slice(2)
      expect(resolveTypes(user.root, setting, specifierOf(entry), 'import')).toBe(`${name}.d.ts`)
      expect(resolveTypes(user.root, setting, specifierOf(entry), 'require')).toBe(`${name}.d.cts`)
    }
  })

  it('do not offer what the exports map does not name', () => {
    const problems = compile(user.root, 'nodenext', { 'deep.mts': `import '@caisson/core/dist/index.js'\n` })
    expect(problems).toEqual([expect.stringContaining('deep.mts:1')])
  })
})

/** A sandbox and a filesystem that are plain objects; only the required members. */
const plainTypes = `
import type { WorkspaceSandbox } from '@caisson/core'
export const plain: WorkspaceSandbox = {
  id: 'a', name: 'a', provider: 'plain', status: 'running', snapshot: async () => {},
}
`

/** The declarations of a library that was compiled against another version of core. */
const libraryTypes = `
import { LocalFilesystem, LocalSandbox } from '@caisson/core'
import type { CodeModeTransport, WorkspaceFilesystem, WorkspaceSandbox } from '@caisson/core'
export declare function useSandbox(sandbox: WorkspaceSandbox): void
export declare function useFilesystem(filesystem: WorkspaceFilesystem): void
export declare const theirs: { sandbox: LocalSandbox; filesystem: LocalFilesystem; transport: CodeModeTransport }
`

const crossUse = `
useSandbox(new LocalSandbox())
useFilesystem(new LocalFilesystem({ basePath: '.' }))
export const workspace = new Workspace({ sandbox: theirs.sandbox, filesystem: theirs.filesystem })
export const asSandbox: WorkspaceSandbox = theirs.sandbox
export const asFilesystem: WorkspaceFilesystem = theirs.filesystem
`

const ourImports = `
import { LocalFilesystem, LocalSandbox, Workspace } from '@caisson/core'
import type { WorkspaceFilesystem, WorkspaceSandbox } from '@caisson/core'
`

const commonJsTypes = `
import core = require('@caisson/core')
export declare function useSandbox(sandbox: core.WorkspaceSandbox): void
export declare function useFilesystem(filesystem: core.WorkspaceFilesystem): void
export declare const theirs: { sandbox: core.LocalSandbox; filesystem: core.LocalFilesystem }
`

/** Puts a second copy of core, with another version, below a library. The compiler would merge copies of one version. */
function installOtherVersion(tarball: string, { root }: PackedInstall): void {
  const library = path.join(root, 'node_modules', 'library')
  const manifestFile = path.join(unpackCore(tarball, path.join(library, 'node_modules')), 'package.json')
  const manifest: object = JSON.parse(readFileSync(manifestFile, 'utf8'))
  writeFileSync(manifestFile, JSON.stringify({ ...manifest, version: '99.0.0' }))
  const exports = { '.': { import: { types: './index.d.mts', default: './index.mjs' } } }
  writeFileSync(path.join(library, 'package.json'), JSON.stringify({ name: 'library', version: '1.0.0', exports }))
}

describe('types of two copies [BR-189]', () => {
  let tarball: PackedTarball
  let user: PackedInstall

  beforeAll(() => {
    tarball = makeTarball()
    user = installPacked(tarball.file)
    installOtherVersion(tarball.file, user)
  })

  afterAll(() => {
    user.remove()
    tarball.remove()
  })

  it('accept a plain object that has the shape', () => {
    expect(compile(user.root, 'nodenext', { 'plain.mts': plainTypes })).toEqual([])
  })

  it('accept the classes of another version where an interface is asked for', () => {
    const problems = compile(user.root, 'nodenext', {
      'node_modules/library/index.d.mts': libraryTypes,
      'versions.mts': `${ourImports}import { theirs, useFilesystem, useSandbox } from 'library'\n${crossUse}`,
    })
    expect(problems).toEqual([])
  })

  it('accept the classes of the other module format', () => {
    const problems = compile(user.root, 'nodenext', {
      'other-format.d.cts': commonJsTypes,
      'formats.mts': `${ourImports}import { theirs, useFilesystem, useSandbox } from './other-format.cjs'\n${crossUse}`,
    })
    expect(problems).toEqual([])
  })
})
