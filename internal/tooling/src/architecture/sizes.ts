import ts from 'typescript'
import type { ArchitectureRules, Violation } from './rules.ts'
import type { SourceFile, SourceTree } from './source-tree.ts'
import { lineOf } from './source-tree.ts'

function countLines(source: SourceFile): number {
  const { text } = source.syntax
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}

function checkFileLength(source: SourceFile, limits: ArchitectureRules['limits']): Violation[] {
  const limit = source.kind === 'test' ? limits.testFileLines : limits.sourceFileLines
  const lines = countLines(source)
  if (lines <= limit) return []
  const message = `has ${lines} lines, more than ${limit}: split it by concern`
  return [{ rule: 'file-length', file: source.file, line: limit + 1, message }]
}

function nameOf(node: ts.FunctionLikeDeclaration, syntax: ts.SourceFile): string {
  if (ts.isConstructorDeclaration(node)) return 'constructor'
  const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined)
  return named?.getText(syntax) ?? 'a function without a name'
}

function hasBody(node: ts.Node): node is ts.FunctionLikeDeclaration {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined
}

function checkFunctionLengths({ syntax, file }: SourceFile, limit: number): Violation[] {
  const violations: Violation[] = []
  const visit = (node: ts.Node): void => {
    if (hasBody(node)) {
      const first = lineOf(syntax, node.getStart(syntax))
      const lines = lineOf(syntax, node.end) - first + 1
      const message = `${nameOf(node, syntax)} has ${lines} lines, more than ${limit}: split it`
      if (lines > limit) violations.push({ rule: 'function-length', file, line: first, message })
    }
    ts.forEachChild(node, visit)
  }
  visit(syntax)
  return violations
}

/** Lengths of files and functions. Tests may have long functions, since a suite is one. */
export function checkSizes(tree: SourceTree, { limits }: ArchitectureRules): Violation[] {
  return tree.files.flatMap((source) => [
    ...checkFileLength(source, limits),
    ...(source.kind === 'test' ? [] : checkFunctionLengths(source, limits.functionLines)),
  ])
}
