import type { CodeModeBench } from './code-mode-bench.js'

/** One sentence of the contract of code mode, and the check that it holds. */
export interface CodeModeCase {
  /** Stable name, `<suite>/<case>`. */
  readonly id: string
  /** The sentence. Ids in brackets name the promise, the mission row or the bug case that it shows. */
  readonly title: string
  check(bench: CodeModeBench): Promise<void>
}

/** Cases of one concern. */
export interface CodeModeSuite {
  readonly name: string
  readonly cases: readonly CodeModeCase[]
}

/** Makes a suite; ids are written without the suite's name. */
export function codeModeSuite(name: string, cases: readonly CodeModeCase[]): CodeModeSuite {
  return { name, cases: cases.map((entry) => ({ ...entry, id: `${name}/${entry.id}` })) }
}
