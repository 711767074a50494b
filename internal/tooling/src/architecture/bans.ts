import ts from 'typescript'
import { banDetectors } from './ban-detectors.ts'
import type { ArchitectureRules, BanRule, Violation } from './rules.ts'
import { matchesAny } from './rules.ts'
import type { SourceFile, SourceTree } from './source-tree.ts'
import { lineOf } from './source-tree.ts'

function appliesTo({ in: where, except = [] }: BanRule, file: string): boolean {
  return matchesAny(file, where) && !matchesAny(file, except)
}

function checkFile(source: SourceFile, bans: readonly BanRule[]): Violation[] {
  const { syntax, file } = source
  const violations: Violation[] = []
  const visit = (node: ts.Node): void => {
    for (const ban of bans) {
      if (banDetectors[ban.id]?.(node, ban) !== true) continue
      const text = node.getText(syntax).split('\n')[0]?.slice(0, 80) ?? ''
      const message = `${ban.reason} (here: ${text})`
      violations.push({ rule: ban.id, file, line: lineOf(syntax, node.getStart(syntax)), message })
    }
    ts.forEachChild(node, visit)
  }
  visit(syntax)
  return violations
}

/** A row without a detector, or a detector without a row, checks nothing and must not look as if it did. */
function checkTable({ bans }: ArchitectureRules): Violation[] {
  const rows = new Set(bans.map(({ id }) => id))
  const withoutDetector = [...rows].filter((id) => !(id in banDetectors)).map((id) => `the ban ${id} has no detector`)
  const withoutRow = Object.keys(banDetectors)
    .filter((id) => !rows.has(id))
    .map((id) => `the ban ${id} has no row`)
  return [...withoutDetector, ...withoutRow].map((message) => ({
    rule: 'ban-table',
    file: 'architecture.json',
    line: 1,
    message,
  }))
}

/** Patterns that are not allowed, each with the reason. */
export function checkBans(tree: SourceTree, rules: ArchitectureRules): Violation[] {
  const found = tree.files.flatMap((source) => {
    const bans = rules.bans.filter((ban) => appliesTo(ban, source.file))
    return bans.length === 0 ? [] : checkFile(source, bans)
  })
  return [...checkTable(rules), ...found]
}
