import { optionsTable } from '@caisson/kit/options'
import { checkOptionsTable } from '@caisson/tooling/readme'
import { expect, it } from 'vitest'
import { e2bOptionsSchema } from '../../src/options/index.js'

it('has the options in the README as they are', () => {
  const { present, wanted } = checkOptionsTable('workspaces/e2b', optionsTable(e2bOptionsSchema))
  expect(present).toBe(wanted)
})
