import path from 'node:path'
import ts from 'typescript'
import type { SourceFile } from './source-tree.ts'
import { lineOf } from './source-tree.ts'

export interface ImportEdge {
  readonly specifier: string
  readonly line: number
  /** Nothing of it is left at run time. */
  readonly isTypeOnly: boolean
}

function specifierOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier
  if (ts.isExternalModuleReference(node)) return node.expression
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return ts.isStringLiteral(node.argument.literal) ? node.argument.literal : undefined
  }
  if (!ts.isCallExpression(node)) return undefined
  const { expression } = node
  const isImport = expression.kind === ts.SyntaxKind.ImportKeyword
  const isRequire = ts.isIdentifier(expression) && expression.text === 'require'
  return isImport || isRequire ? node.arguments[0] : undefined
}

function isTypeOnly(node: ts.Node): boolean {
  if (ts.isImportTypeNode(node)) return true
  if (ts.isExportDeclaration(node)) return node.isTypeOnly
  if (!ts.isImportDeclaration(node) || node.importClause === undefined) return false
  const { phaseModifier, name, namedBindings } = node.importClause
  if (phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  const names = namedBindings !== undefined && ts.isNamedImports(namedBindings) ? namedBindings.elements : []
  return name === undefined && names.length > 0 && names.every((element) => element.isTypeOnly)
}

/** All imports of a file: static, dynamic, `require`, re-exports and `import('…')` types. */
export function collectImports({ syntax }: SourceFile): ImportEdge[] {
  const edges: ImportEdge[] = []
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node)
    if (specifier !== undefined && ts.isStringLiteralLike(specifier)) {
      const line = lineOf(syntax, specifier.getStart(syntax))
      edges.push({ specifier: specifier.text, line, isTypeOnly: isTypeOnly(node) })
    }
    ts.forEachChild(node, visit)
  }
  visit(syntax)
  return edges
}

export function isRelative(specifier: string): boolean {
  return specifier.startsWith('./') || specifier.startsWith('../') || specifier === '.' || specifier === '..'
}

/** The file a relative import means; what it would be called when there is no such file. */
export function resolveRelative(from: string, specifier: string, known: ReadonlySet<string>): string {
  const target = path.posix.join(path.posix.dirname(from), specifier)
  const stem = target.replace(/\.([cm]?)js$/, '.$1ts')
  return [target, stem, `${target}.ts`, `${target}/index.ts`].find((candidate) => known.has(candidate)) ?? stem
}

/** `@scope/name/sub` → `@scope/name`. */
export function packageNameOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
