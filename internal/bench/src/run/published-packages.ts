import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../../..')

/** A package that is published, with its built entries. */
export interface PublishedPackage {
  readonly name: string
  readonly folder: string
  /** `core`, `e2b` … */
  readonly shortName: string
  readonly group: 'packages' | 'workspaces'
  /** Specifiers to import it by. */
  readonly entries: readonly string[]
  /** It works only where a test runner has loaded it. */
  readonly needsTestRunner: boolean
}

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly exports?: Readonly<Record<string, { readonly import?: { readonly default?: string } }>>
}

/** Every published package of this repository that was built. */
export function publishedPackages(): PublishedPackage[] {
  return (['packages', 'workspaces'] as const).flatMap((group) => {
    const parent = path.join(root, group)
    const names = existsSync(parent) ? readdirSync(parent) : []
    return names.toSorted().flatMap((shortName) => readPackage(group, shortName) ?? [])
  })
}

function readPackage(group: PublishedPackage['group'], shortName: string): PublishedPackage | undefined {
  const folder = path.join(root, group, shortName)
  const file = path.join(folder, 'package.json')
  if (!existsSync(file)) return undefined
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  if (manifest.private) return undefined
  const { name, exports = {} } = manifest
  const entries = Object.entries(exports).flatMap(([subpath, target]) => {
    const built = target.import?.default
    return built !== undefined && existsSync(path.join(folder, built)) ? [name + subpath.slice(1)] : []
  })
  const needsTestRunner = 'vitest' in { ...manifest.dependencies, ...manifest.peerDependencies }
  return { name, folder, shortName, group, entries, needsTestRunner }
}
