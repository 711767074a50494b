import ts from 'typescript'
import type { EntrySurface } from './reachable-declarations.ts'

const printer = ts.createPrinter({ removeComments: true, newLine: ts.NewLineKind.LineFeed })

function print(declaration: ts.Declaration): string {
  const file = declaration.getSourceFile()
  if (ts.isVariableDeclaration(declaration)) {
    return `declare const ${printer.printNode(ts.EmitHint.Unspecified, declaration, file)};`
  }
  return printer.printNode(ts.EmitHint.Unspecified, declaration, file).replace(/^export /, '')
}

function byName(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** The surface as text: imports, declarations and exports, each sorted, without comments. */
export function renderSurface(title: string, surface: EntrySurface): string {
  const names = [...surface.declarations.keys()].toSorted(byName)
  const declarations = names.flatMap((name) =>
    (surface.declarations.get(name) ?? []).map((declaration) => print(declaration)),
  )
  const exports = [...surface.exportedNames]
    .map(([exported, own]) => (exported === own ? exported : `${own} as ${exported}`))
    .toSorted(byName)
  const hidden = names.filter((name) => ![...surface.exportedNames.values()].includes(name))
  return [
    `// ${title}: the public interface. Written by \`npm run api -- --update\`.`,
    ...[...surface.imports].toSorted(byName),
    '',
    ...declarations,
    '',
    'export {',
    ...exports.map((name) => `  ${name},`),
    '}',
    ...(hidden.length === 0 ? [] : ['', '// Reachable but not exported:', ...hidden.map((name) => `//   ${name}`)]),
    '',
  ].join('\n')
}
