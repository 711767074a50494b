import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import type { Manifest, WorkspacePackage } from '../architecture/source-tree.ts'
import { findPackages } from '../architecture/source-tree.ts'
import type { DocumentProblem } from './check-links.ts'
import type { CodeBlock } from './markdown.ts'

export interface DocumentBlock extends CodeBlock {
  readonly file: string
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  customConditions: ['@caisson/source'],
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
}

function dependencyNames({ dependencies, devDependencies, peerDependencies }: Manifest): string[] {
  return [dependencies, devDependencies, peerDependencies].flatMap((group) => Object.keys(group ?? {}))
}

function link(target: string, from: string): void {
  if (!existsSync(target) || existsSync(from)) return
  mkdirSync(path.dirname(from), { recursive: true })
  symlinkSync(target, from, 'junction')
}

/** A folder in which every workspace package, and every dependency of one, can be imported by name. */
function linkModules(root: string, folder: string, packages: readonly WorkspacePackage[]): void {
  const modules = path.join(folder, 'node_modules')
  for (const { folder: own, manifest } of packages) link(path.join(root, own), path.join(modules, manifest.name))
  for (const { folder: own, manifest } of packages) {
    for (const name of dependencyNames(manifest)) {
      link(path.join(root, own, 'node_modules', name), path.join(modules, name))
    }
  }
}

function toProblem(diagnostic: ts.Diagnostic, blocks: ReadonlyMap<string, DocumentBlock>): DocumentProblem {
  const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ')
  const block = blocks.get(path.resolve(diagnostic.file?.fileName ?? ''))
  if (diagnostic.file === undefined || block === undefined) {
    return { file: diagnostic.file?.fileName ?? 'the compiler', line: 1, message }
  }
  const { line } = diagnostic.file.getLineAndCharacterOfPosition(diagnostic.start ?? 0)
  return { file: block.file, line: block.line + line, message }
}

/** Compiles each block as a module of its own against the packages' sources. */
export function checkCodeBlocks(root: string, documentBlocks: readonly DocumentBlock[]): DocumentProblem[] {
  const folder = path.join(root, '.cache', 'docs-check')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  linkModules(root, folder, findPackages(root))
  const blocks = new Map(documentBlocks.map((block, index) => [path.join(folder, `block-${index + 1}.mts`), block]))
  for (const [file, { code }] of blocks) writeFileSync(file, `${code}\nexport {}\n`)
  const typeRoots = [path.join(root, 'node_modules', '@types')]
  const program = ts.createProgram({ rootNames: [...blocks.keys()], options: { ...options, typeRoots } })
  const files = [...blocks.keys()].map((file) => program.getSourceFile(file))
  const diagnostics = files.flatMap((file) => [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
  ])
  return [...program.getOptionsDiagnostics(), ...diagnostics].map((diagnostic) => toProblem(diagnostic, blocks))
}
