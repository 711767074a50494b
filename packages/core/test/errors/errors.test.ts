import { describe, expect, it } from 'vitest'
import * as errors from '../../src/errors/index.js'

describe('errors', () => {
  it('carry the documented codes, fields and texts [C17]', () => {
    expect(new errors.SandboxTimeoutError(5, 'command')).toMatchObject({
      code: 'TIMEOUT',
      timeoutMs: 5,
      operation: 'command',
      message: 'Execution timed out after 5ms',
    })
    expect(new errors.SandboxNotReadyError('x')).toMatchObject({
      code: 'NOT_READY',
      message: 'Sandbox is not ready: x',
      details: { id: 'x' },
    })
    expect(new errors.SandboxAbortError('start', 'why')).toMatchObject({
      code: 'ABORTED',
      message: 'Sandbox operation aborted: start',
      cause: 'why',
    })
    expect(new errors.IsolationUnavailableError('bwrap', 'missing')).toMatchObject({
      message: "Isolation backend 'bwrap' is not available: missing",
    })
    expect(new errors.MountNotSupportedError('p')).toMatchObject({
      message: "Sandbox provider 'p' does not support mounting",
    })
    expect(new errors.StaleFileError('f', new Date(1), new Date(2))).toMatchObject({
      code: 'ESTALE',
      expectedMtime: new Date(1),
    })
    expect(new errors.SandboxFeatureNotSupportedError('processes')).toMatchObject({
      message: 'Sandbox does not support processes',
    })
  })

  it('are recognised by a mark that other copies of the library share', () => {
    const foreign = Object.defineProperty(new Error('x'), Symbol.for('caisson.error.sandbox'), { value: true })
    expect(errors.SandboxError.isInstance(foreign)).toBe(true)
    expect(errors.SandboxError.isInstance(new Error('x'))).toBe(false)
    expect(errors.FilesystemError.isInstance(new errors.FileNotFoundError('x'))).toBe(true)
    expect(errors.WorkspaceError.isInstance(new errors.WorkspaceNotAvailableError())).toBe(true)
    expect(errors.SandboxError.isInstance(undefined)).toBe(false)
  })

  it('say whether the operation may be done again', () => {
    for (const [code, facts] of Object.entries(errors.sandboxErrorCodes)) {
      expect(new errors.SandboxError('x', code as errors.SandboxErrorCode).retry).toBe(facts.retry)
    }
    expect(new errors.SandboxError('x', 'GONE', undefined, { retry: 'safe' }).retry).toBe('safe')
  })

  it('about a value name the option, the expectation and what was given, but no secret', () => {
    const fault = { name: 'apiKey', expected: 'a string', given: 'canary' }
    expect(errors.invalidArgument(fault).message).toBe('Invalid apiKey: expected a string, got "canary"')
    expect(errors.invalidArgument({ ...fault, secret: true }).message).toBe(
      'Invalid apiKey: expected a string, got (hidden)',
    )
    class Thing {
      readonly name = 'x'
    }
    expect(errors.describeValue(Thing)).toBe('the class Thing')
    expect(errors.describeValue({ token: 'canary' })).toBe('an object')
    expect(errors.describeValue('x'.repeat(500)).length).toBeLessThan(100)
  })

  it('of a driver are wrapped once, with their cause', () => {
    const cause = new Error('raw')
    const wrapped = errors.wrapError(cause, {
      code: 'RATE_LIMITED',
      retryAfterMs: 9,
      operation: 'start',
      provider: 'fake',
    })
    expect(wrapped).toBeInstanceOf(errors.SandboxProviderError)
    expect(wrapped).toMatchObject({
      cause,
      code: 'RATE_LIMITED',
      retryAfterMs: 9,
      retry: 'safe',
      message: 'fake: start failed: raw',
    })
    expect(errors.wrapError(wrapped, { code: 'UNKNOWN', operation: 'x', provider: 'y' })).toBe(wrapped)
  })
})
