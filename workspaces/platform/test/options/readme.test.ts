import { optionsTable } from '@caisson/kit/options'
import { checkOptionsTable } from '@caisson/tooling/readme'
import { expect, it } from 'vitest'
import { platformOptionsSchema } from '../../src/options/index.js'
import { platformFilesystemSchema } from '../../src/storage/platform-filesystem-schema.js'

it('has the options of sandboxes and of files in the README as they are', () => {
  const tables = [
    '### PlatformSandbox',
    optionsTable(platformOptionsSchema),
    '### PlatformFilesystem',
    optionsTable(platformFilesystemSchema),
  ]
  const { present, wanted } = checkOptionsTable('workspaces/platform', tables.join('\n\n'))
  expect(present).toBe(wanted)
})
