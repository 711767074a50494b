import { RemoteCodeModeTransport } from '@caisson/kit/code-mode'
import { testCodeModeFailures, testCodeModeSandbox } from '@caisson/testing/providers'
import { describe, expect, it } from 'vitest'
import { DaytonaCodeModeTransport } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { codeModeCloud } from './code-mode-cloud.js'

const cloud = codeModeCloud(useEmulated())

describe('the sandbox', () => {
  testCodeModeSandbox(cloud)

  it('is reached by the transport of the kit', () => {
    expect(new DaytonaCodeModeTransport()).toBeInstanceOf(RemoteCodeModeTransport)
  })
})

describe('what goes wrong', () => {
  testCodeModeFailures(cloud)
})
