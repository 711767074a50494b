import { isIsolationAvailable } from '@caisson/core'
import { afterAll, describe, it } from 'vitest'
import { runSandboxConformance } from '../../src/index.js'
import { localTarget } from '../support/local-target.js'

if (isIsolationAvailable('bwrap')) {
  const target = await localTarget('bwrap')
  afterAll(() => target.close())
  runSandboxConformance(target)
} else {
  describe('local (bwrap) conforms', () => {
    it.skip('(skipped: bubblewrap does not work on this machine)', () => undefined)
  })
}
