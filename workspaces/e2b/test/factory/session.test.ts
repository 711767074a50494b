import { describe, expect, it } from 'vitest'
import { e2bSessionSandbox, type E2BSessionSandboxContext, type E2BSessionSandboxOptions } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { routes, sentSince } from '../templates/support/requests.js'

const target = useEmulated()
const { list, create } = routes

function optionOf(options: E2BSessionSandboxOptions, context: Partial<E2BSessionSandboxContext>): unknown {
  try {
    return e2bSessionSandbox(options)({ sessionId: 'session', ...context })
  } catch (error) {
    return error
  }
}

describe('a sandbox of a session', () => {
  it('is paused after 30 minutes without activity unless the options say otherwise', async () => {
    const timeoutOf = async (options: E2BSessionSandboxOptions): Promise<unknown> =>
      (await e2bSessionSandbox(options)({ sessionId: 'session' }).getInfo()).metadata?.['timeout']
    expect(await timeoutOf({})).toBe(1_800_000)
    expect(await timeoutOf({ idleTimeoutMinutes: 0.5 })).toBe(30_000)
  })

  it.each<[E2BSessionSandboxOptions, object, RegExp]>([
    [{ idleTimeoutMinutes: 0 }, {}, /idleTimeoutMinutes/],
    [{ idleTimeoutMinutes: '5' as never }, {}, /idleTimeoutMinutes/],
    [{ timeout: 5000 } as never, {}, /e2bSessionSandbox option timeout/],
    [{ id: 'mine' } as never, {}, /e2bSessionSandbox option id/],
    [{}, { sessionId: '' }, /option id/],
    [{}, { setupCommand: 'npm ci' }, /context\.setupCommand/],
    [{}, { repoSha: 'a'.repeat(40) }, /context\.repoSha: expected a repository/],
    [{}, { repoFullName: 'a/b', repoSha: 'abc1234' }, /context\.repoSha: expected all 40 or 64 digits/],
    [{}, { repoFullName: 'a/b/c' }, /context\.repoFullName/],
    [{}, { repoFullName: 'a/b', setupCommand: 7 }, /setupCommand/],
    [{}, { getRepositoryAccess: async () => undefined }, /context\.getRepositoryAccess: .*E2BFactorySandbox/],
    [{ template: 'base' }, { getRepositoryAccess: async () => undefined }, /context\.getRepositoryAccess/],
    [{}, { repoFullName: 'a/b', workingDirectory: '/srv' }, /context\.workingDirectory: .*E2BFactorySandbox/],
  ])('%j and %j are refused by name', (options, context, message) => {
    expect(optionOf(options, context)).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringMatching(message),
    })
  })

  it('is found again by the session, and has its hook called after that of the host', async () => {
    const called: string[] = []
    const note = (who: string) => async (): Promise<void> => void called.push(who)
    const options = { ...target.connection, template: 'base', onStart: note('host') }
    const makeSandbox = e2bSessionSandbox(options)
    const { last } = target.emulator.journal
    await using first = makeSandbox({ sessionId: 'session', onStart: note('session') })
    expect(await first.start()).toEqual({ outcome: 'created' })
    expect(sentSince(target, last)).toEqual([list, create])
    const again = makeSandbox({ sessionId: 'session', repoFullName: undefined })
    expect(await again.start()).toEqual({ outcome: 'connected' })
    expect(called).toEqual(['host', 'session', 'host'])
  })
})
