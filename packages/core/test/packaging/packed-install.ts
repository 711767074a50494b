import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const coreFolder = path.resolve(import.meta.dirname, '../..')
export const repositoryRoot = path.resolve(coreFolder, '../..')

/** Every entry a user can import. */
export const entryNames = ['.', './workspace', './tools', './editor', './driver'] as const

export type EntryName = (typeof entryNames)[number]

/** `./driver` → `@caisson/core/driver`. */
export function specifierOf(entry: EntryName): string {
  return `@caisson/core${entry.slice(1)}`
}

/** A folder of a user, with the packed core in its `node_modules` and nothing of the repository in reach. */
export interface PackedInstall {
  readonly root: string
  readonly packageFolder: string
  remove(): void
}

function packCore(folder: string): string {
  const pinned = JSON.parse(readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8')) as {
    packageManager: string
  }
  const args = ['-y', pinned.packageManager, 'pack', '--pack-destination', folder]
  execFileSync('npx', args, { cwd: coreFolder, stdio: 'pipe', encoding: 'utf8' })
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  if (tarball === undefined) throw new Error('pnpm pack wrote no tarball')
  return path.join(folder, tarball)
}

function copyDependency(from: string, name: string, modules: string): void {
  const source = realpathSync(path.join(from, 'node_modules', name))
  cpSync(source, path.join(modules, name), {
    recursive: true,
    dereference: true,
    filter: (file) => !file.endsWith('.map'),
  })
}

/** Unpacks a tarball as a package manager would, at `modules/@caisson/core`. */
export function unpackCore(tarball: string, modules: string): string {
  const target = path.join(modules, '@caisson', 'core')
  mkdirSync(target, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '-C', target, '--strip-components=1'])
  return target
}

export interface PackedTarball {
  readonly file: string
  remove(): void
}

/** Packs the built package once. */
export function makeTarball(): PackedTarball {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'caisson-pack-'))
  return { file: packCore(folder), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Makes a user's folder, with a space in its path, from a tarball. Only the declared dependencies and Node's types are beside it. */
export function installPacked(tarball: string): PackedInstall {
  const root = mkdtempSync(path.join(os.tmpdir(), 'caisson user '))
  const modules = path.join(root, 'node_modules')
  const packageFolder = unpackCore(tarball, modules)
  copyDependency(coreFolder, '@standard-schema/spec', modules)
  copyDependency(coreFolder, '@types/node', modules)
  const typesFolder = realpathSync(path.join(coreFolder, 'node_modules', '@types', 'node'))
  copyDependency(path.resolve(typesFolder, '../../..'), 'undici-types', modules)
  return { root, packageFolder, remove: () => rmSync(root, { recursive: true, force: true }) }
}

/** All files below a folder, relative to it. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted()
}
