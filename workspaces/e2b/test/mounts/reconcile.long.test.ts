import { reconcileCases, runMountCases } from '@caisson/testing'
import { useE2BMounts } from './support/use-e2b-mounts.js'

runMountCases(useE2BMounts(), reconcileCases)
