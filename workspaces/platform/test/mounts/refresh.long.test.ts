import { refreshCases, runMountCases } from '@caisson/testing'
import { usePlatformMounts } from './support/use-platform-mounts.js'

runMountCases(usePlatformMounts(), refreshCases)
