import { runBudget } from '@caisson/testing'
import { rows } from './budgets.js'
import { useDaytonaBudget } from './use-daytona-budget.js'

// The same requests when each takes a while, and how long they take together.
runBudget({ rows, useTarget: useDaytonaBudget, latencies: [0, 50], reportName: 'daytona-requests-with-latency.md' })
