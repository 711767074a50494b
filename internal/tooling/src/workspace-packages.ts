import { existsSync } from 'node:fs'
import path from 'node:path'
import { findPackages } from './architecture/source-tree.ts'
import type { WorkspacePackage } from './architecture/source-tree.ts'

export interface PackageEntry {
  readonly package: WorkspacePackage
  /** As in the exports map: `.` or `./driver`. */
  readonly subpath: string
  /** `index` for `.`, else the subpath without `./`. */
  readonly name: string
  /** The source file and the built declarations, relative to the package's folder. */
  readonly source: string
  readonly types: string
}

/** The packages that are published. */
export function publicPackages(root: string): WorkspacePackage[] {
  return findPackages(root).filter(({ manifest }) => manifest.private !== true)
}

function readString(value: unknown, ...keys: string[]): string | undefined {
  let current = value
  for (const key of keys) {
    if (typeof current !== 'object' || current === null) return undefined
    current = Reflect.get(current, key)
  }
  return typeof current === 'string' ? current : undefined
}

/** Every entry that has types, of every published package that has sources. */
export function publicEntries(root: string): PackageEntry[] {
  return publicPackages(root).flatMap((owner) =>
    Object.entries(owner.manifest.exports ?? {}).flatMap(([subpath, target]) => {
      const source = readString(target, '@caisson/source')
      const types = readString(target, 'import', 'types')
      if (source === undefined || types === undefined) return []
      if (!existsSync(path.join(root, owner.folder, source))) return []
      const name = subpath === '.' ? 'index' : subpath.slice(2)
      return [{ package: owner, subpath, name, source, types }]
    }),
  )
}
