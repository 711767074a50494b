import type { E2BSandbox, E2BSandboxOptions } from '../../src/index.js'

/** What a row works with. */
export interface Ground {
  /** An id that no other row uses. */
  readonly id: string
  /** Makes a sandbox of this row; starts nothing. All machines of the row are removed after it. */
  make(options?: E2BSandboxOptions): E2BSandbox
}

/** One operation, and what it may cost on the happy path. */
export interface BudgetRow {
  readonly operation: string
  /** Most requests that are waited for. */
  readonly budget: number
  /** Exactly these, in this order. */
  readonly routes: readonly string[]
  /** Routes that the operation may ask for without waiting; `background.test.ts` shows that it does not. */
  readonly background?: readonly string[] | undefined
  /** Does all that comes before, and returns the operation that is measured. */
  prepare(ground: Ground): Promise<() => Promise<unknown>>
}
