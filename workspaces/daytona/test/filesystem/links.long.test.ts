import { testDiskLinks } from '@caisson/testing/disk'
import { useMachine } from './support/machine.js'

testDiskLinks(useMachine())
