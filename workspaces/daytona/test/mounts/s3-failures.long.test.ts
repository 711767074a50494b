import { s3FailureCases, runMountCases } from '@caisson/testing'
import { useDaytonaMounts } from './support/use-daytona-mounts.js'

runMountCases(useDaytonaMounts(), s3FailureCases)
