import { SandboxGoneError, SandboxProviderError } from '@caisson/core/workspace'
import { describe, expect, it } from 'vitest'
import { classifyRelayError, ofBegun } from '../../src/relay/relay-error.js'

const driver = { classifyError: () => ({ code: 'UNAVAILABLE', retry: 'safe' }) as const }

describe('an error of a look at a command that has begun', () => {
  it('says that the command may not be sent again, where its driver has yet to classify it', () => {
    const error = new TypeError('no connection')
    expect(classifyRelayError(driver, error)).toMatchObject({ retry: 'safe' })
    expect(classifyRelayError(driver, ofBegun(error))).toMatchObject({ code: 'UNAVAILABLE', retry: 'ambiguous' })
  })

  it('says so where the driver threw one of ours that says something else', () => {
    const error = new SandboxProviderError('no socket', 'UNAVAILABLE', {}, { retry: 'safe' })
    expect(ofBegun(error)).toMatchObject({ name: 'RelayError', code: 'UNAVAILABLE', retry: 'ambiguous', cause: error })
  })

  it('stays as it is where it says more', () => {
    const gone = new SandboxGoneError('gone', {}, { retry: 'safe' })
    const unknown = new SandboxProviderError('cut', 'UNAVAILABLE', {}, { retry: 'ambiguous' })
    expect([ofBegun(gone), ofBegun(unknown)]).toEqual([gone, unknown])
  })
})
