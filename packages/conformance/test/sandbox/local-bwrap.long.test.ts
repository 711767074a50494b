import { isIsolationAvailable } from '@caisson/core'
import { afterAll, describe, it } from 'vitest'
import { runSandboxConformance } from '../../src/index.js'
import { localTarget } from '../support/local-target.js'

const noSignalName = 'bubblewrap tells 128 + n and keeps the name of the signal to itself'

if (isIsolationAvailable('bwrap')) {
  const target = await localTarget('bwrap')
  afterAll(() => target.close())
  runSandboxConformance({
    ...target,
    knownFailing: {
      'process/exit/signals': noSignalName,
      'process/exit/signal-on-the-handle': noSignalName,
    },
  })
} else {
  describe('local (bwrap) conforms', () => {
    it.skip('(skipped: bubblewrap does not work on this machine)', () => undefined)
  })
}
