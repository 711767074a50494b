import { checkBans } from './bans.ts'
import { checkCycles } from './cycles.ts'
import { checkEntries } from './entries.ts'
import { applyExceptions } from './exceptions.ts'
import { readFileGraph } from './file-graph.ts'
import { checkFolderEdges } from './folder-edges.ts'
import { checkPackageEdges } from './package-edges.ts'
import type { ArchitectureRules, Violation } from './rules.ts'
import { checkSizes } from './sizes.ts'
import { readSourceTree } from './source-tree.ts'

export interface ArchitectureReport {
  readonly fileCount: number
  readonly violations: readonly Violation[]
}

/** Checks a whole checkout against its rules. */
export function checkArchitecture(root: string, rules: ArchitectureRules): ArchitectureReport {
  const tree = readSourceTree(root)
  const graph = readFileGraph(tree)
  const violations = [
    ...checkPackageEdges(tree, rules),
    ...checkFolderEdges(graph, rules),
    ...checkCycles(graph),
    ...checkSizes(tree, rules),
    ...checkEntries(tree),
    ...checkBans(tree, rules),
  ]
  const remaining = applyExceptions(violations, rules.exceptions)
  const order = (a: Violation, b: Violation): number => a.file.localeCompare(b.file) || a.line - b.line
  return { fileCount: tree.files.length, violations: remaining.toSorted(order) }
}
