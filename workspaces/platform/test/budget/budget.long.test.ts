import { runBudget } from '@caisson/testing'
import { rows } from './budgets.js'
import { usePlatformBudget } from './use-platform-budget.js'

// All of them, and the same requests when each takes a while, with how long they take together.
runBudget({ rows, useTarget: usePlatformBudget, latencies: [0, 50], reportName: 'platform-requests.md' })
