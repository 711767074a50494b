import { s3ContentCases, runMountCases } from '@caisson/testing'
import { useDaytonaMounts } from './support/use-daytona-mounts.js'

runMountCases(useDaytonaMounts(), s3ContentCases)
