import type { Operation, Operations } from './operation.js'

/** What an operation may ask of a vendor on the happy path. */
export interface Budget {
  /** Most requests that are waited for. */
  readonly budget: number
  /** Exactly these, in this order. */
  readonly routes: readonly string[]
  /** Routes that it may ask for without waiting. A test of the provider's shows that it does not wait. */
  readonly background?: readonly string[] | undefined
}

/** One operation, and what it may cost. */
export interface BudgetRow extends Budget {
  readonly name: string
  readonly operation: Operation
}

/** Budgets of operations: every one has to have its own. */
export function budgetRows<Table extends Operations>(
  operations: Table,
  budgets: Readonly<Record<keyof Table, Budget>>,
): readonly BudgetRow[] {
  const known: Readonly<Record<string, Budget>> = budgets
  return Object.entries(operations).map(([name, operation]) => {
    const budget = known[name]
    if (!budget) throw new TypeError(`${name}: no budget`)
    return { name, operation, ...budget }
  })
}
