import { runBudget } from '@caisson/testing'
import { rows } from './budgets.js'
import { useE2BBudget } from './use-e2b-budget.js'

// All of them, and the same requests when each takes a while, with how long they take together.
runBudget({ rows, useTarget: useE2BBudget, latencies: [0, 50], reportName: 'e2b-requests.md' })
