import { runBudget } from '@caisson/testing'
import { rows } from './budgets.js'
import { useDaytonaBudget } from './use-daytona-budget.js'

// Machines with mounted buckets take as long as all the rest: they are counted by the long test.
const plain = rows.filter(({ operation }) => operation.needsMounts !== true)
runBudget({
  rows: plain,
  useTarget: useDaytonaBudget,
  latencies: [0],
  reportName: 'daytona-requests-without-mounts.md',
})
