import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

export interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly exports?: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

export interface WorkspacePackage {
  /** Relative to the root. */
  readonly folder: string
  readonly manifest: Manifest
}

export interface SourceFile {
  /** Relative to the root, with forward slashes. */
  readonly file: string
  readonly kind: 'source' | 'test' | 'other'
  readonly package: WorkspacePackage | undefined
  readonly syntax: ts.SourceFile
}

export interface SourceTree {
  readonly root: string
  readonly packages: readonly WorkspacePackage[]
  readonly files: readonly SourceFile[]
}

const groups = ['packages', 'workspaces', 'internal', 'examples']
const looseFolders = ['scripts']
const skippedFolders = new Set(['node_modules', 'dist', 'coverage', 'fixtures'])
const sourcePattern = /\.(ts|mts|cts|mjs|cjs|js)$/

function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted()
}

export function findPackages(root: string): WorkspacePackage[] {
  const found: WorkspacePackage[] = []
  for (const group of groups) {
    for (const name of foldersIn(path.join(root, group))) {
      const manifestFile = path.join(root, group, name, 'package.json')
      if (!existsSync(manifestFile)) continue
      const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest
      found.push({ folder: `${group}/${name}`, manifest })
    }
  }
  return found
}

function walk(root: string, folder: string): string[] {
  const full = path.join(root, folder)
  if (!existsSync(full)) return []
  return readdirSync(full, { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name)
    if (entry.isDirectory()) {
      const skipped = skippedFolders.has(entry.name) || entry.name.startsWith('.')
      return skipped ? [] : walk(root, file)
    }
    return sourcePattern.test(entry.name) ? [file] : []
  })
}

function kindOf(file: string): SourceFile['kind'] {
  if (/^[^/]+\/[^/]+\/test\//.test(file) || /\.test(-d)?\.[cm]?ts$/.test(file)) return 'test'
  if (/^[^/]+\/[^/]+\/src\//.test(file)) return 'source'
  return 'other'
}

export function readSourceTree(root: string): SourceTree {
  const packages = findPackages(root)
  const files = [...groups, ...looseFolders]
    .flatMap((folder) => walk(root, folder))
    .map((file) => ({
      file,
      kind: kindOf(file),
      package: packages.find((candidate) => file.startsWith(`${candidate.folder}/`)),
      syntax: ts.createSourceFile(file, readFileSync(path.join(root, file), 'utf8'), ts.ScriptTarget.Latest, true),
    }))
  return { root, packages, files }
}

export function lineOf(syntax: ts.SourceFile, position: number): number {
  return syntax.getLineAndCharacterOfPosition(position).line + 1
}
