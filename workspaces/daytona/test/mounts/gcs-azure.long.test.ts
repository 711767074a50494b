import { gcsAzureCases, runMountCases } from '@caisson/testing'
import { useDaytonaMounts } from './support/use-daytona-mounts.js'

runMountCases(useDaytonaMounts(), gcsAzureCases, 'tools')
