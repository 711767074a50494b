import { optionsTable } from '@caisson/kit/options'
import { checkOptionsTable } from '@caisson/tooling/readme'
import { expect, it } from 'vitest'
import { azureBlobOptionsSchema } from '../../src/options/index.js'

it('has the options in the README as they are', () => {
  const { present, wanted } = checkOptionsTable('workspaces/azure', optionsTable(azureBlobOptionsSchema))
  expect(present).toBe(wanted)
})
