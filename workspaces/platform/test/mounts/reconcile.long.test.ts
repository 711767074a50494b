import { reconcileCases, runMountCases } from '@caisson/testing'
import { usePlatformMounts } from './support/use-platform-mounts.js'

runMountCases(usePlatformMounts(), reconcileCases)
