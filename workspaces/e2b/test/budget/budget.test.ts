import { runBudget } from '@caisson/testing'
import { rows } from './budgets.js'
import { useE2BBudget } from './use-e2b-budget.js'

runBudget({ rows, useTarget: useE2BBudget, latencies: [0], reportName: 'e2b-requests.md' })
