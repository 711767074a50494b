import { SandboxError, type SandboxCloneOptions } from '@caisson/core/workspace'
import { describe, expect, it } from 'vitest'
import {
  cloneSandboxOptions,
  idleMinutesOf,
  requireConnection,
  scalarRecordToText,
  scalarRecordType,
} from '../../src/options.js'

describe('a clone', () => {
  const parent = { id: 'a', sandboxId: 'm-1', env: { A: '1' }, workingDirectory: '/a', size: 3 }

  it('has all of the parent but its identity', () => {
    expect(cloneSandboxOptions(parent)).toEqual({ ...parent, id: undefined, sandboxId: undefined })
  })

  it('takes what is given, also to empty the environment', () => {
    const overrides = { id: 'b', sandboxId: 'm-2', env: {}, workingDirectory: '/b' }
    expect(cloneSandboxOptions(parent, overrides)).toEqual({ ...parent, ...overrides })
  })

  it.each([[null], ['a'], [1]])('refuses %j instead of overrides', (overrides) => {
    const clone = () => cloneSandboxOptions(parent, overrides as SandboxCloneOptions)
    expect(clone).toThrow(/clone options: expected an object/)
  })

  it('tells the minutes of its idle time, if there are any', () => {
    expect(idleMinutesOf({})).toBeUndefined()
    expect(idleMinutesOf({ idleTimeoutMinutes: 0.5 })).toBe(0.5)
  })

  it.each([[0], [-1], [NaN], [Infinity], ['5'], [null]])('refuses idleTimeoutMinutes %s', (idleTimeoutMinutes) => {
    const overrides = { idleTimeoutMinutes } as SandboxCloneOptions
    expect(() => idleMinutesOf(overrides)).toThrow(/idleTimeoutMinutes: expected a finite number of minutes above 0/)
  })
})

describe('a connection', () => {
  it('is handed out when there are credentials', () => {
    expect(requireConnection({ connection: 'c', missing: undefined }, 'acme')).toBe('c')
  })

  it('is an error that names what is missing when there are none', () => {
    let caught: unknown
    try {
      requireConnection({ connection: 'c', missing: 'no key' }, 'acme')
    } catch (error) {
      caught = error
    }
    expect(SandboxError.isInstance(caught)).toBe(true)
    expect(caught).toMatchObject({ code: 'UNAUTHENTICATED', retry: 'never', provider: 'acme', message: 'no key' })
  })
})

describe('a record of scalars', () => {
  const type = scalarRecordType(['ours'])

  it('becomes text', () => {
    expect(scalarRecordToText({ a: 'b', n: 1.5, f: false, gone: undefined })).toEqual({ a: 'b', n: '1.5', f: 'false' })
    expect(scalarRecordToText()).toEqual({})
  })

  it.each([[{}], [[]], [null], [1n], [new Date(0)]])('refuses %s', (value) => {
    expect(type.safeParse({ fine: 'a', bad: value }).error?.issues[0]).toMatchObject({ path: ['bad'] })
  })

  it('refuses a name that is taken', () => {
    expect(type.safeParse({ ours: 'a' }).error?.issues[0]).toMatchObject({ path: ['ours'] })
  })
})
