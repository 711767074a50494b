import { testManyFiles } from '@caisson/testing/disk'
import { expect, test } from 'vitest'
import { useMachine } from './support/machine.js'

const machine = useMachine()

testManyFiles(machine)

test('Nothing is left of all these uploads, be they placed, refused or aborted', async () => {
  // What the machine noticed too late is removed once more.
  const leftovers = async (): Promise<string> => machine().sh("find /tmp -mindepth 2 -name '*.caisson*'")
  await expect.poll(leftovers).toBe('')
})
