import { expect } from 'vitest'
import { SandboxError, type SandboxErrorCode } from '@caisson/core'
import { ConformanceError } from '../sandbox/conformance-error.js'
import { expectCode } from '../sandbox/expect-errors.js'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'

const codes: readonly SandboxErrorCode[] = [
  'UNAUTHENTICATED',
  'PERMISSION_DENIED',
  'NOT_FOUND',
  'QUOTA_EXCEEDED',
  'UNAVAILABLE',
  'INVALID_ARGUMENT',
  'UNKNOWN',
]

/** What a provider's failures look like to users. */
export const providerErrorsSuite: SandboxSuite = sandboxSuite('errors/provider-errors', [
  {
    id: 'start',
    title: 'a failed start carries code, provider, operation and cause [C17]',
    needs: ['driver'],
    check: async (bench) => {
      for (const code of codes) {
        const { sandbox, tap } = await bench.tapped()
        const fault = new ConformanceError('refused by the provider')
        tap.classify(fault, { code })
        tap.fail('create', fault)
        const error = await expectCode(sandbox.start(), code, 'start()')
        expect(error).toMatchObject({ provider: sandbox.provider, operation: 'start', cause: fault })
        expect(error.message).toContain('refused by the provider')
        expect(tap.count('create')).toBe(1)
      }
    },
  },
  {
    id: 'spawn',
    title: 'a failed spawn carries code, provider and cause, and is not repeated [C17] [P1]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      for (const code of codes) {
        const before = tap.count('spawn')
        const fault = new ConformanceError('refused by the provider')
        tap.classify(fault, { code })
        tap.fail('spawn', fault)
        const error = await expectCode(sandbox.executeCommand('true'), code)
        expect(error).toMatchObject({ provider: sandbox.provider, cause: fault })
        expect(tap.count('spawn')).toBe(before + 1)
      }
    },
  },
  {
    id: 'own-errors-pass',
    title: 'an error of ours that a driver throws reaches the user unchanged [C17]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      const own = new SandboxError('exactly this', 'CONFLICT', { name: 'x' })
      tap.fail('spawn', own)
      expect(await sandbox.executeCommand('true').catch((error: unknown) => error)).toBe(own)
    },
  },
  {
    id: 'rate-limit-waits',
    title: 'a rate limit during the start is waited out for as long as the provider asked [P1] [BR-199]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      const fault = new ConformanceError('too many requests')
      tap.classify(fault, { code: 'RATE_LIMITED', retryAfterMs: 20 })
      tap.fail('create', fault, 2)
      expect(await sandbox.start()).toEqual({ outcome: 'created' })
      expect(tap.count('create')).toBe(3)
    },
  },
  {
    id: 'rate-limit-beyond-the-start',
    title: 'a rate limit that outlasts startTimeoutMs ends as a typed time-out [P4] [BR-199]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped({ startTimeoutMs: 1500 })
      const fault = new ConformanceError('too many requests')
      tap.classify(fault, { code: 'RATE_LIMITED', retryAfterMs: 60_000 })
      tap.fail('find', fault, 100)
      await expectCode(sandbox.start(), 'TIMEOUT', 'start()')
      expect(tap.count('create')).toBe(0)
    },
  },
  {
    id: 'conflict-is-adopted',
    title: 'a create that lost a race is not a second machine: the winner is attached to [P2] [BR-083]',
    needs: ['driver', 'findsById'],
    check: async (bench) => {
      const id = bench.newId()
      const rival = await bench.create({ id })
      const { sandbox, tap } = await bench.tapped({ id })
      const fault = new ConformanceError('the name is taken')
      tap.classify(fault, { code: 'CONFLICT' })
      tap.wrap('create', async () => {
        await rival.start()
        throw fault
      })
      expect(await sandbox.start()).toEqual({ outcome: 'connected' })
      await bench.shell(rival, 'echo same > machine.txt')
      expect(await bench.shell(sandbox, 'cat machine.txt')).toBe('same\n')
    },
  },
])
