import { optionsTable } from '@caisson/kit/options'
import { checkOptionsTable } from '@caisson/tooling/readme'
import { expect, it } from 'vitest'
import { gcsOptionsSchema } from '../../src/options/index.js'

it('has the options in the README as they are', () => {
  const { present, wanted } = checkOptionsTable('workspaces/gcs', optionsTable(gcsOptionsSchema))
  expect(present).toBe(wanted)
})
