import { s3ContentCases, runMountCases } from '@caisson/testing'
import { usePlatformMounts } from './support/use-platform-mounts.js'

runMountCases(usePlatformMounts(), s3ContentCases)
