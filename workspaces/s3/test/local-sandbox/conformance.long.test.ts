import { isIsolationAvailable } from '@caisson/core'
import { runSandboxConformance } from '@caisson/conformance'
import { afterAll, describe, it } from 'vitest'
import { localBucketTarget } from './support/local-bucket-target.js'
import { whyNoMounts } from './support/why-no-mounts.js'

const whyNot = whyNoMounts()

/** All but the case that searches the whole machine for secrets: here that is the developer's. */
const only = ['mounts/buckets', 'mounts/bucket-guards', 'mounts/bucket-lifecycle', 'mounts/bucket-secrets/host']

/** What the cases expect of the machine and isolation is there to keep from them. */
const knownFailing = {
  none: {},
  bwrap: { 'mounts/bucket-lifecycle/remount': 'an isolated command does not see the processes of another' },
}

for (const isolation of ['none', 'bwrap'] as const) {
  const reason = whyNot ?? (isIsolationAvailable(isolation) ? undefined : 'bubblewrap does not work on this machine')
  if (reason === undefined) {
    const target = await localBucketTarget(isolation)
    afterAll(() => target.close())
    runSandboxConformance({ ...target, knownFailing: knownFailing[isolation] }, { only })
  } else {
    describe(`local (${isolation}) with S3 conforms`, () => {
      it.skip(`(skipped: ${reason})`, () => undefined)
    })
  }
}
