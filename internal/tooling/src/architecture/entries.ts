import ts from 'typescript'
import type { Violation } from './rules.ts'
import type { SourceFile, SourceTree } from './source-tree.ts'
import { lineOf } from './source-tree.ts'

const sourceCondition = '@caisson/source'

function entryFiles(tree: SourceTree): Set<string> {
  const files = tree.packages.flatMap(({ folder, manifest }) =>
    Object.values(manifest.exports ?? {}).flatMap((target) => {
      const source = typeof target === 'object' && target !== null ? Reflect.get(target, sourceCondition) : undefined
      return typeof source === 'string' ? [`${folder}/${source.replace(/^\.\//, '')}`] : []
    }),
  )
  return new Set(files)
}

function isIndex({ file, kind }: SourceFile): boolean {
  return kind === 'source' && file.endsWith('/index.ts')
}

/** Entries and `index.ts` files hold nothing but re-exports, so that reading one shows the whole surface. */
export function checkEntries(tree: SourceTree): Violation[] {
  const entries = entryFiles(tree)
  return tree.files
    .filter((source) => isIndex(source) || entries.has(source.file))
    .flatMap(({ file, syntax }) =>
      syntax.statements
        .filter((statement) => !ts.isExportDeclaration(statement))
        .map((statement) => ({
          rule: 'entry-only-exports',
          file,
          line: lineOf(syntax, statement.getStart(syntax)),
          message: 'an entry only re-exports: move this into a file named for it',
        })),
    )
}
