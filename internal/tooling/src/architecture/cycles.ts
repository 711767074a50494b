import path from 'node:path'
import type { FileEdge } from './file-graph.ts'
import type { Violation } from './rules.ts'

/** Finds a way from a file back to itself; a depth-first search that visits every file once. */
function findCycle(start: string, targets: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const visited = new Set<string>()
  const search = (file: string, trail: readonly string[]): string[] | undefined => {
    for (const next of targets.get(file) ?? []) {
      if (next === start) return [...trail, next]
      if (visited.has(next)) continue
      visited.add(next)
      const found = search(next, [...trail, next])
      if (found !== undefined) return found
    }
    return undefined
  }
  return search(start, [start])
}

/** Interfaces of one folder may mention each other: types have no order of loading, and to split them would tear apart one subject. */
function isHarmless({ from, to, isTypeOnly }: FileEdge): boolean {
  return isTypeOnly && path.posix.dirname(from) === path.posix.dirname(to)
}

/** Files that import each other in a circle. Each circle is reported once, at its first file by name. */
export function checkCycles(graph: readonly FileEdge[]): Violation[] {
  const targets = new Map<string, string[]>()
  for (const edge of graph) {
    if (!isHarmless(edge)) targets.set(edge.from, [...(targets.get(edge.from) ?? []), edge.to])
  }
  const reported = new Set<string>()
  const violations: Violation[] = []
  for (const start of [...targets.keys()].toSorted()) {
    if (reported.has(start)) continue
    const cycle = findCycle(start, targets)
    if (cycle === undefined) continue
    for (const file of cycle) reported.add(file)
    const line = graph.find(({ from, to }) => from === start && to === cycle[1])?.line ?? 1
    violations.push({ rule: 'cycle', file: start, line, message: `imports itself in a circle: ${cycle.join(' → ')}` })
  }
  return violations
}
