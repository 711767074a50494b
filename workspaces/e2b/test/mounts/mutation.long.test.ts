import { missingNeed, runCase, sandboxSuites, type SandboxCase } from '@caisson/conformance'
import { afterAll, describe, expect, it } from 'vitest'
import { e2bTarget } from '../support/e2b-target.js'
import { mounterFaults, withFaultyMounter, type MounterFault } from '@caisson/testing'

/** Cases that must notice each way in which mounting can go wrong. */
const caughtBy: Readonly<Record<keyof typeof mounterFaults, readonly string[]>> = {
  inventsSuccess: ['buckets/both-ways', 'buckets/at-start', 'bucket-lifecycle/survives-stop'],
  hidesFailures: [
    'bucket-guards/wrong-secret',
    'bucket-guards/not-empty',
    'bucket-guards/failure-does-not-fail-the-start',
  ],
  failsTogether: ['bucket-guards/failure-does-not-fail-the-start'],
  forgetsPrefix: ['buckets/prefix', 'buckets/new-prefix', 'bucket-lifecycle/reconnect'],
  forgetsReadOnly: ['buckets/read-only'],
  forgetsRegion: ['buckets/both-ways'],
  onlyClaimsToUnmount: ['buckets/unmount', 'buckets/busy-unmount'],
  hidesUse: ['buckets/busy-unmount'],
  emptiesFirst: ['bucket-guards/not-empty', 'bucket-guards/file-in-the-way'],
  unmountsForeign: ['bucket-guards/foreign'],
  forgetsWanted: ['bucket-lifecycle/reconnect'],
  alwaysMountsAnew: ['bucket-lifecycle/reconnect', 'bucket-lifecycle/remount'],
  losesData: ['buckets/unmount', 'buckets/nested', 'bucket-lifecycle/survives-stop'],
  leavesDirectory: ['buckets/unmount'],
  leavesSecretFile: ['bucket-secrets/machine'],
  showsSecretInCommand: ['bucket-secrets/machine'],
  showsSecretInErrors: ['bucket-secrets/host', 'bucket-guards/wrong-secret'],
  logsSecrets: ['bucket-secrets/host'],
}

const target = await e2bTarget()
afterAll(() => target.close())

function caseById(id: string): SandboxCase {
  const found = sandboxSuites.flatMap(({ cases }) => cases).find((entry) => entry.id === `mounts/${id}`)
  if (!found) throw new TypeError(`no case ${id}`)
  return found
}

async function outcomeOf(entry: SandboxCase, fault: MounterFault): Promise<'passed' | 'failed'> {
  const makeBucket = async () => {
    const bucket = await target.makeBucket?.()
    if (!bucket) throw new TypeError('the target makes no bucket')
    return { ...bucket, open: (options = {}) => withFaultyMounter(bucket.open(options), fault) }
  }
  return runCase({ ...target, makeBucket }, entry).then(
    () => 'passed',
    () => 'failed',
  )
}

describe.skipIf(target.makeBucket === undefined)(
  `the suite notices mounting that (${target.noBuckets ?? 'all here'})`,
  () => {
    const rows = Object.entries(caughtBy).flatMap(([fault, ids]) => ids.map((id) => ({ fault, id })))

    it.concurrent.for(rows)('$fault: $id', async ({ fault, id }) => {
      const entry = caseById(id)
      expect(missingNeed(target, await target.create({}), entry.needs ?? [])).toBeUndefined()
      expect(await outcomeOf(entry, mounterFaults[fault as keyof typeof mounterFaults])).toBe('failed')
    })

    it.concurrent.for([...new Set(rows.map(({ id }) => id))])('but not mounting that is right: %s', async (id) => {
      expect(await outcomeOf(caseById(id), {})).toBe('passed')
    })
  },
)
