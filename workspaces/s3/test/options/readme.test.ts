import { optionsTable } from '@caisson/kit/options'
import { checkOptionsTable } from '@caisson/tooling/readme'
import { expect, it } from 'vitest'
import { s3OptionsSchema } from '../../src/options/index.js'

it('has the options in the README as they are', () => {
  const { present, wanted } = checkOptionsTable('workspaces/s3', optionsTable(s3OptionsSchema))
  expect(present).toBe(wanted)
})
