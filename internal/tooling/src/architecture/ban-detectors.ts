import ts from 'typescript'
import type { BanRule } from './rules.ts'

/** Whether a node is an instance of a banned pattern. */
export type BanDetector = (node: ts.Node, ban: BanRule) => boolean

const plainErrors = new Set(['Error'])
const timerNames = new Set(['setTimeout', 'setInterval'])
const textMethods = new Set(['includes', 'startsWith', 'endsWith', 'match', 'matchAll', 'indexOf', 'search'])

function isNamed(node: ts.Node | undefined, names: ReadonlySet<string>): boolean {
  return node !== undefined && ts.isIdentifier(node) && names.has(node.text)
}

function isProperty(node: ts.Node, object: string, property: string): boolean {
  return (
    ts.isPropertyAccessExpression(node) &&
    node.name.text === property &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === object
  )
}

function isEmptyFunction(node: ts.Node | undefined): boolean {
  const isFunction = node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node))
  return isFunction && ts.isBlock(node.body) && node.body.statements.length === 0
}

function isEmptyCatch(node: ts.Node): boolean {
  if (ts.isCatchClause(node)) return node.block.statements.length === 0
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  return node.expression.name.text === 'catch' && isEmptyFunction(node.arguments[0])
}

function readsEnvironment(node: ts.Node): boolean {
  if (isProperty(node, 'process', 'env')) return true
  if (!ts.isImportSpecifier(node)) return false
  const declaration = node.parent.parent.parent
  const from = ts.isImportDeclaration(declaration) ? declaration.moduleSpecifier : undefined
  const isProcess = from !== undefined && ts.isStringLiteral(from) && /^(node:)?process$/.test(from.text)
  return isProcess && (node.propertyName ?? node.name).text === 'env'
}

function isDefaultExport(node: ts.Node): boolean {
  if (ts.isExportAssignment(node)) return true
  if (ts.isExportSpecifier(node)) return node.name.text === 'default'
  const modifiers = ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) === true
}

function isNonNull(node: ts.Node): boolean {
  if (ts.isNonNullExpression(node)) return true
  const isDeclaration = ts.isPropertyDeclaration(node) || ts.isVariableDeclaration(node)
  return isDeclaration && node.exclamationToken !== undefined
}

function isMessage(node: ts.Node | undefined): boolean {
  if (node === undefined) return false
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'message'
  const argument =
    ts.isCallExpression(node) && isNamed(node.expression, new Set(['String'])) ? node.arguments[0] : undefined
  return isNamed(argument, new Set(['error', 'err', 'cause']))
}

/** The receiver of `a.b.toLowerCase().includes(…)` is still the text of `a.b`. */
function withoutCaseChange(node: ts.Expression): ts.Expression {
  const isCall = ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)
  return isCall && /^to(Lower|Upper)Case$/.test(node.expression.name.text) ? node.expression.expression : node
}

function decidesOnMessage(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  const { name, expression } = node.expression
  if (textMethods.has(name.text)) return isMessage(withoutCaseChange(expression))
  return (name.text === 'test' || name.text === 'exec') && isMessage(node.arguments[0])
}

function namesWord(node: ts.Node, ban: BanRule): boolean {
  const isText =
    ts.isIdentifier(node) ||
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddle(node) ||
    ts.isTemplateTail(node)
  if (!isText) return false
  let text = node.text.toLowerCase()
  for (const word of ban.ignoring ?? []) text = text.replaceAll(word, '')
  return (ban.words ?? []).some((word) => text.includes(word))
}

function readsClockOrChance(node: ts.Node): boolean {
  if (isProperty(node, 'Math', 'random') || isProperty(node, 'Date', 'now')) return true
  const isNow = ts.isNewExpression(node) && isNamed(node.expression, new Set(['Date']))
  return isNow && (node.arguments?.length ?? 0) === 0
}

function isMutableExport(node: ts.Node): boolean {
  if (!ts.isVariableStatement(node)) return false
  const isExported = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
  return isExported && (node.declarationList.flags & ts.NodeFlags.Const) === 0
}

function isDoubleCast(node: ts.Node): boolean {
  if (!ts.isAsExpression(node)) return false
  const inner = ts.isParenthesizedExpression(node.expression) ? node.expression.expression : node.expression
  return ts.isAsExpression(inner) && inner.type.kind === ts.SyntaxKind.UnknownKeyword
}

function splicesCommand(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  const [argument] = node.arguments
  if (node.expression.name.text !== 'run' || argument === undefined) return false
  return ts.isTemplateExpression(argument) || ts.isBinaryExpression(argument)
}

function mocksPackage(node: ts.Node): boolean {
  if (!ts.isCallExpression(node)) return false
  if (!isProperty(node.expression, 'vi', 'mock') && !isProperty(node.expression, 'vi', 'doMock')) return false
  const [target] = node.arguments
  return target !== undefined && ts.isStringLiteralLike(target) && !target.text.startsWith('.')
}

function throwsPlainError(node: ts.Node): boolean {
  const isMade = ts.isNewExpression(node) || ts.isCallExpression(node)
  return isMade && isNamed(node.expression, plainErrors)
}

function startsTimer(node: ts.Node): boolean {
  return ts.isCallExpression(node) && isNamed(node.expression, timerNames)
}

/** A method of a class that extends the base of all sandboxes. */
function overridesBase(node: ts.Node, ban: BanRule): boolean {
  const isMember = ts.isMethodDeclaration(node) || ts.isPropertyDeclaration(node)
  if (!isMember || !isNamed(node.name, new Set(ban.words)) || !ts.isClassLike(node.parent)) return false
  const bases = (node.parent.heritageClauses ?? []).flatMap(({ types }) => [...types])
  return bases.some(({ expression }) => isNamed(expression, new Set(['BaseSandbox'])))
}

/** How each ban of architecture.json is recognised. */
export const banDetectors: Readonly<Record<string, BanDetector>> = {
  'new-error': throwsPlainError,
  'empty-catch': isEmptyCatch,
  'process-env': readsEnvironment,
  'default-export': isDefaultExport,
  any: (node) => node.kind === ts.SyntaxKind.AnyKeyword,
  'non-null': isNonNull,
  'message-text': decidesOnMessage,
  'vendor-name': namesWord,
  'mount-tool': namesWord,
  'random-or-clock': readsClockOrChance,
  'mutable-export': isMutableExport,
  'double-cast': isDoubleCast,
  'spliced-command': splicesCommand,
  'mocked-package': mocksPackage,
  'raw-timer': startsTimer,
  'overridden-base-method': overridesBase,
}
