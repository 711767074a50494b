import { optionsTable } from '@caisson/kit/options'
import { checkOptionsTable } from '@caisson/tooling/readme'
import { expect, it } from 'vitest'
import { daytonaOptionsSchema } from '../../src/options/index.js'
import { mountableSnapshotSchema } from '../../src/snapshots/mountable-snapshot-schema.js'

it('has the options in the README as they are', () => {
  const { present, wanted } = checkOptionsTable('workspaces/daytona', optionsTable(daytonaOptionsSchema))
  expect(present).toBe(wanted)
})

it('has those of snapshots for mounting as they are, but for the ones that are the same', () => {
  const { present } = checkOptionsTable('workspaces/daytona', optionsTable(daytonaOptionsSchema))
  const [own = '', same] = optionsTable(mountableSnapshotSchema).split('| `apiKey`')
  expect(present).toContain(own)
  expect(present).toContain(`| \`apiKey\`${same}`)
})
