import { isBuiltin } from 'node:module'
import path from 'node:path'
import { collectImports, isRelative, packageNameOf } from './imports.ts'
import type { ArchitectureRules, PackageRule, Violation } from './rules.ts'
import { matchesAny } from './rules.ts'
import type { Manifest, SourceFile, SourceTree, WorkspacePackage } from './source-tree.ts'

const rule = 'package-edge'

function ruleFor(rules: ArchitectureRules, folder: string): PackageRule | undefined {
  return rules.packages.find((candidate) => matchesAny(folder, [candidate.folder]))
}

function declaredNames(manifest: Manifest, withDevelopment: boolean): string[] {
  const { dependencies, peerDependencies, optionalDependencies, devDependencies } = manifest
  const groups = [dependencies, peerDependencies, optionalDependencies, withDevelopment ? devDependencies : undefined]
  return groups.flatMap((group) => Object.keys(group ?? {}))
}

function checkManifest(owner: WorkspacePackage, allowed: PackageRule | undefined): Violation[] {
  const file = `${owner.folder}/package.json`
  if (allowed === undefined) {
    return [
      { rule, file, line: 1, message: `architecture.json has no row for ${owner.folder}: say what it may import` },
    ]
  }
  const { imports } = allowed
  if (imports === 'declared') return []
  return declaredNames(owner.manifest, false)
    .filter((name) => !imports.includes(name))
    .map((name) => ({ rule, file, line: 1, message: `depends on ${name}, which ${owner.folder} may not import` }))
}

/** An import of another workspace package must name one of its entries. */
function checkEntry(tree: SourceTree, specifier: string): string | undefined {
  const name = packageNameOf(specifier)
  const target = tree.packages.find((candidate) => candidate.manifest.name === name)
  if (target === undefined) return undefined
  const subpath = `.${specifier.slice(name.length)}`
  if (subpath in (target.manifest.exports ?? {})) return undefined
  return `${specifier} is not an entry of ${name}: import what its exports map offers`
}

function checkPackageImport(
  tree: SourceTree,
  owner: WorkspacePackage,
  source: SourceFile,
  specifier: string,
  allowed: PackageRule,
) {
  const name = packageNameOf(specifier)
  const isTest = source.kind === 'test'
  const isOwnName = name === owner.manifest.name
  if (isOwnName && source.kind === 'source') return `imports its own package by name: use a relative path`
  const isProvider = tree.packages.some(
    (other) => other.manifest.name === name && other.folder.startsWith('workspaces/'),
  )
  // Tests mount what storage packages offer in the sandboxes of others; they still have to declare it.
  if (isProvider && !isOwnName && !isTest && owner.folder.startsWith('workspaces/'))
    return `imports ${name}: providers do not know each other`
  if (
    !isOwnName &&
    !declaredNames(owner.manifest, source.kind !== 'source' || owner.manifest.private === true).includes(name)
  ) {
    const inherited = isTest || source.kind === 'other' ? rootTools.has(name) : false
    if (!inherited) return `imports ${name}, which ${owner.folder}/package.json does not declare`
  }
  const isFree =
    isOwnName || isTest || source.kind === 'other' || allowed.imports === 'declared' || allowed.imports.includes(name)
  if (!isFree) return `imports ${name}, which ${owner.folder} may not import`
  return checkEntry(tree, specifier)
}

/** Tools of the root that config files and tests of every package use. */
const rootTools = new Set(['vitest', 'tsup', 'typescript'])

function checkImport(
  tree: SourceTree,
  source: SourceFile,
  specifier: string,
  allowed: PackageRule,
): string | undefined {
  const owner = source.package
  if (owner === undefined || isBuiltin(specifier)) return undefined
  if (!isRelative(specifier)) return checkPackageImport(tree, owner, source, specifier, allowed)
  const target = path.posix.join(path.posix.dirname(source.file), specifier)
  if (!target.startsWith(`${owner.folder}/`) && target !== owner.folder)
    return `imports ${specifier}, outside its package`
  return undefined
}

/** Which packages import which, by what the files say and by what the manifests declare. */
export function checkPackageEdges(tree: SourceTree, rules: ArchitectureRules): Violation[] {
  const manifests = tree.packages.flatMap((owner) => checkManifest(owner, ruleFor(rules, owner.folder)))
  const imports = tree.files.flatMap((source) => {
    const allowed = source.package === undefined ? undefined : ruleFor(rules, source.package.folder)
    if (allowed === undefined) return []
    return collectImports(source).flatMap(({ specifier, line }) => {
      const message = checkImport(tree, source, specifier, allowed)
      return message === undefined ? [] : [{ rule, file: source.file, line, message }]
    })
  })
  return [...manifests, ...imports]
}
