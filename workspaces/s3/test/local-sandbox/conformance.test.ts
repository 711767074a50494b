import { isIsolationAvailable } from '@caisson/core'
import { runSandboxConformance } from '@caisson/conformance'
import { afterAll, describe, it } from 'vitest'
import { localBucketTarget } from './support/local-bucket-target.js'
import { whyNoMounts } from './support/why-no-mounts.js'

const whyNot = whyNoMounts()

for (const isolation of ['none', 'bwrap'] as const) {
  const reason = whyNot ?? (isIsolationAvailable(isolation) ? undefined : 'bubblewrap does not work on this machine')
  if (reason === undefined) {
    const target = await localBucketTarget(isolation)
    afterAll(() => target.close())
    runSandboxConformance(target, { only: ['mounts/bucket'] })
  } else {
    describe(`local (${isolation}) with S3 conforms`, () => {
      it.skip(`(skipped: ${reason})`, () => undefined)
    })
  }
}
