import { runBudget } from '@caisson/testing'
import { rows } from './budgets.js'
import { useDaytonaBudget } from './use-daytona-budget.js'

runBudget({ rows, useTarget: useDaytonaBudget, latencies: [0], reportName: 'daytona-requests.md' })
