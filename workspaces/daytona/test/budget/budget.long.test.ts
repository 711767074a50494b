import { runBudget } from '@caisson/testing'
import { rows } from './budgets.js'
import { useDaytonaBudget } from './use-daytona-budget.js'

// All of them, and the same requests when each takes a while, with how long they take together.
runBudget({ rows, useTarget: useDaytonaBudget, latencies: [0, 50], reportName: 'daytona-requests.md' })
