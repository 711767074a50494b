import { s3Cases, runMountCases } from '@caisson/testing'
import { usePlatformMounts } from './support/use-platform-mounts.js'

runMountCases(usePlatformMounts(), s3Cases)
