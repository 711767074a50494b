import type { MountProfile } from '@caisson/core/driver'
import { createFuseMounter } from '@caisson/kit/mounts'
import { expect, it } from 'vitest'
import { GCSFilesystem } from '../../src/index.js'

const profile: MountProfile = {
  elevation: 'sudo',
  secretsBy: 'stdin',
  mayInstall: true,
  visibleTo: 'everyone',
  installHint: 'install it',
}

it('[M02] brings the mounter that all packages share, so that all buckets of a machine are mounted at once', () => {
  const first = new GCSFilesystem({ bucket: 'box', credentials: { client_email: 'a@b', private_key: 'x' } })
  const second = new GCSFilesystem({ bucket: 'box', credentials: { client_email: 'a@b', private_key: 'x' } })
  expect(first.createMounter(profile)).toBe(createFuseMounter(profile))
  expect(second.createMounter(profile)).toBe(first.createMounter(profile))
  expect(first.createMounter({ ...profile })).not.toBe(first.createMounter(profile))
})
