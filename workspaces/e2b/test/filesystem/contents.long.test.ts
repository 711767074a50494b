import { testDiskContents } from '@caisson/testing/disk'
import { useMachine } from './support/machine.js'

testDiskContents(useMachine())
