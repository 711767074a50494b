import { runBudget } from './run-budget.js'

runBudget([0], 'e2b-requests.md')
