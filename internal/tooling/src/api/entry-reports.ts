import { existsSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import type { PackageEntry } from '../workspace-packages.ts'
import { collectSurface } from './reachable-declarations.ts'
import { renderSurface } from './render-surface.ts'

export interface EntryReport {
  /** Name of the file below `etc/api`. */
  readonly file: string
  readonly text: string
}

const compilerOptions: ts.CompilerOptions = {
  types: ['node'],
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  skipLibCheck: true,
  noEmit: true,
}

function reportName({ package: owner, name }: PackageEntry): string {
  const short = owner.manifest.name.replace(/^@caisson\//, '')
  return name === 'index' ? `${short}.d.ts` : `${short}.${name}.d.ts`
}

class MissingBuildError extends Error {}

/** One report for each entry of one package, from its built declarations. */
export function reportEntries(root: string, entries: readonly PackageEntry[]): EntryReport[] {
  const files = entries.map((entry) => path.join(root, entry.package.folder, entry.types))
  const missing = files.filter((file) => !existsSync(file))
  if (missing.length > 0) throw new MissingBuildError(`not built: ${missing.join(', ')}`)
  const program = ts.createProgram({
    rootNames: files,
    options: { ...compilerOptions, typeRoots: [path.join(root, 'node_modules/@types')] },
  })
  const checker = program.getTypeChecker()
  return entries.map((entry, index) => {
    const file = files[index] ?? ''
    const distribution = `${path.join(root, entry.package.folder, 'dist')}${path.sep}`
    const syntax = program.getSourceFile(file)
    if (syntax === undefined) throw new MissingBuildError(`cannot be read: ${file}`)
    const surface = collectSurface(checker, syntax, (candidate) =>
      path.resolve(candidate.fileName).startsWith(distribution),
    )
    const title = `${entry.package.manifest.name}${entry.subpath.slice(1)}`
    return { file: reportName(entry), text: renderSurface(title, surface) }
  })
}
