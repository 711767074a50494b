import { s3ContentCases, runMountCases } from '@caisson/testing'
import { useE2BMounts } from './support/use-e2b-mounts.js'

runMountCases(useE2BMounts(), s3ContentCases)
