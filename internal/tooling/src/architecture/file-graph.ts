import { collectImports, isRelative, resolveRelative } from './imports.ts'
import type { SourceTree } from './source-tree.ts'

export interface FileEdge {
  readonly from: string
  readonly to: string
  readonly line: number
  readonly isTypeOnly: boolean
}

/** The relative imports between files of the tree. */
export function readFileGraph(tree: SourceTree): FileEdge[] {
  const known = new Set(tree.files.map(({ file }) => file))
  return tree.files.flatMap((source) =>
    collectImports(source).flatMap(({ specifier, line, isTypeOnly }) => {
      if (!isRelative(specifier)) return []
      return [{ from: source.file, to: resolveRelative(source.file, specifier, known), line, isTypeOnly }]
    }),
  )
}
