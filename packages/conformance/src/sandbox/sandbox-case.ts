import type { CaseBench } from './case-bench.js'
import type { CaseNeed } from './target.js'

/** One sentence of the contract, and the check that it holds. */
export interface SandboxCase {
  /** Stable name, `<suite>/<case>`: what `knownFailing` and reports use. */
  readonly id: string
  /** The sentence. Ids in brackets name the promise, the mission row or the bug case that it shows. */
  readonly title: string
  /** What the sandbox must be able to do; otherwise the case is skipped by name. */
  readonly needs?: readonly CaseNeed[] | undefined
  /** Takes long or loads the machine: runs alone, with four times the limit. */
  readonly isHeavy?: boolean | undefined
  check(bench: CaseBench): Promise<void>
}

/** Cases of one concern. */
export interface SandboxSuite {
  readonly name: string
  readonly cases: readonly SandboxCase[]
}

/** Makes a suite; ids are written without the suite's name. */
export function sandboxSuite(name: string, cases: readonly SandboxCase[]): SandboxSuite {
  return { name, cases: cases.map((entry) => ({ ...entry, id: `${name}/${entry.id}` })) }
}
