import { testManyFiles } from '@caisson/testing/disk'
import { expect, test } from 'vitest'
import { useMachine } from './support/machine.js'

const machine = useMachine()

testManyFiles(machine)

test('Nothing is left of all these uploads, be they placed, refused or aborted', async () => {
  expect(await machine().sh('ls -A /root')).not.toContain('.caisson')
})
