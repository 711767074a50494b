import { reconcileCases, runMountCases } from '@caisson/testing'
import { useDaytonaMounts } from './support/use-daytona-mounts.js'

runMountCases(useDaytonaMounts(), reconcileCases)
