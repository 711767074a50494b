import { installCases, runMountCases } from '@caisson/testing'
import { useDaytonaMounts } from './support/use-daytona-mounts.js'

runMountCases(useDaytonaMounts(), installCases, 'bare')
