import { runBudget } from './run-budget.js'

// The same requests when each takes a while, and how long they take together.
runBudget([0, 50], 'e2b-requests-with-latency.md')
