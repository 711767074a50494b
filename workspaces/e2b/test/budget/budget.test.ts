import { runBudget } from '@caisson/testing'
import { rows } from './budgets.js'
import { useE2BBudget } from './use-e2b-budget.js'

// Machines with mounted buckets take as long as all the rest: they are counted by the long test.
const plain = rows.filter(({ operation }) => operation.needsMounts !== true)
runBudget({ rows: plain, useTarget: useE2BBudget, latencies: [0], reportName: 'e2b-requests-without-mounts.md' })
