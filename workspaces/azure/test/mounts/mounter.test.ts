import type { MountProfile } from '@caisson/core/driver'
import { createFuseMounter } from '@caisson/kit/mounts'
import { expect, it } from 'vitest'
import { AzureBlobFilesystem } from '../../src/index.js'

const profile: MountProfile = {
  elevation: 'sudo',
  secretsBy: 'stdin',
  mayInstall: true,
  visibleTo: 'everyone',
  installHint: 'install it',
}

it('[M03] brings the mounter that all packages share, so that all buckets of a machine are mounted at once', () => {
  const first = new AzureBlobFilesystem({ container: 'box', accountName: 'acct', accountKey: 'QUJD' })
  const second = new AzureBlobFilesystem({ container: 'box', accountName: 'acct', accountKey: 'QUJD' })
  expect(first.createMounter(profile)).toBe(createFuseMounter(profile))
  expect(second.createMounter(profile)).toBe(first.createMounter(profile))
  expect(first.createMounter({ ...profile })).not.toBe(first.createMounter(profile))
})
