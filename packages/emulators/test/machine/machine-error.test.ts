import { expect, test } from 'vitest'
import { MachineError } from '../../src/machine/machine-error.js'

test('A machine error carries a code to decide on and its cause', () => {
  const cause = new TypeError('below')
  const error = new MachineError('START_FAILED', 'the daemon did not start', { cause })
  expect(error).toMatchObject({ name: 'MachineError', code: 'START_FAILED', cause })
})
