import type { FactorySandboxContext } from '@caisson/core/editor'
import { describe, expect, it } from 'vitest'
import { PlatformFactorySandbox, type PlatformFactorySandboxOptions } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'

const target = useEmulated()
const build = 'POST /sandbox/templates/builds'

let sha = ''
let headers: Headers | undefined
const cloneUrl = 'https://github.com/owner/name'
/** What is GitHub's API. */
const telling: typeof fetch = async () => new Response(sha, { status: sha === '' ? 404 : 200 })

function make(more: PlatformFactorySandboxOptions = {}): PlatformFactorySandbox {
  const send: typeof fetch = async (input, init) => {
    headers = new Headers(init?.headers)
    return fetch(input, init)
  }
  return new PlatformFactorySandbox({
    ...target.connection,
    fetch: send,
    ...more,
    template: { fetch: telling, ...more.template },
  })
}

const plain: FactorySandboxContext = { sessionId: 'session-1' }
const repository: FactorySandboxContext = { ...plain, getRepositoryAccess: async () => ({ cloneUrl }) }

describe('builds for sessions at the platform', () => {
  it('are asked for, tell how they stand, and make the sandboxes of sessions', async () => {
    const release = target.emulator.faults.holdTemplates()
    const factory = make()
    const { last } = target.emulator.journal
    const started = await factory.builds.start(plain, { memoryMb: 512 })
    expect(started).toEqual({
      buildId: started.templateId,
      templateId: expect.stringMatching(/^tpl_/),
      status: 'pending',
    })
    expect(headers?.get('x-mastra-session-id')).toBe('session-1')
    expect(await factory.builds.get(plain, { memoryMb: 512 }, started.buildId)).toEqual(started)
    release()
    // From a program that has not asked for it, too.
    const look = async (): Promise<unknown> => make().builds.get(plain, { memoryMb: 512 }, started.buildId)
    await expect.poll(look).toEqual({ ...started, status: 'ready' })
    expect(await factory.builds.start(plain, { memoryMb: 512 })).toEqual({ ...started, status: 'ready' })
    expect(target.emulator.journal.routes({ after: last })).toEqual({ [build]: expect.any(Number) })

    const start = target.emulator.journal.last
    await using sandbox = factory.create(plain, { memoryMb: 512 })
    await sandbox.start()
    expect(target.emulator.journal.routes({ after: start, kind: 'call' })).toEqual({
      'POST /sandbox': 1,
      'POST /sandbox/{id}/exec-lease': 1,
    })
    expect(sandbox.templatePending).toBeUndefined()
  })

  it('are one request each', async () => {
    const { builds } = make()
    const { last } = target.emulator.journal
    const { buildId } = await builds.start(plain, { cpuCount: 3 })
    expect(target.emulator.journal.count({ route: build, after: last })).toBe(1)
    await builds.get(plain, { cpuCount: 3 }, buildId)
    expect(target.emulator.journal.count({ route: build, after: last })).toBe(2)
  })

  it('of another commit are unknown to who has not asked for them', async () => {
    const release = target.emulator.faults.holdTemplates()
    sha = 'a'.repeat(40)
    const factory = make()
    const first = await factory.builds.start(repository)
    sha = 'b'.repeat(40)
    const second = await factory.builds.start(repository)
    expect(second.buildId).not.toBe(first.buildId)
    expect(await factory.builds.get(repository, {}, first.buildId)).toMatchObject({ ...first })
    expect(await make().builds.get(repository, {}, first.buildId)).toEqual({
      buildId: first.buildId,
      status: 'unknown',
      error: expect.stringContaining(second.buildId),
    })
    release()
  })

  it('that fail say why, without secrets', async () => {
    sha = 'c'.repeat(40)
    const [secret, token] = ['secret-of-the-build', 'token-of-the-host']
    const authorization = { scheme: 'bearer', token } as const
    const context: FactorySandboxContext = {
      ...plain,
      getRepositoryAccess: async () => ({ cloneUrl, authorization }),
      setupCommand: 'exit 3',
    }
    // An installation that hides nothing.
    const error = `no luck with ${secret} and ${token}`
    const { builds } = make({
      template: { buildEnv: { NPM_TOKEN: secret } },
      fetch: async () => Response.json({ status: 'failed', templateId: 'tpl_1', error }),
    })
    const started = await builds.start(context)
    expect(started).toEqual({ buildId: 'tpl_1', templateId: 'tpl_1', status: 'failed' })
    expect(await builds.get(context, {}, 'tpl_1')).toEqual({ ...started, error: 'no luck with *** and ***' })
  })

  it('are not asked for where it is not known of what', async () => {
    sha = ''
    const { builds } = make()
    const unread = { ...plain, getRepositoryAccess: async () => ({ cloneUrl: `${cloneUrl}-unread` }) }
    const { last } = target.emulator.journal
    await expect(builds.start(unread)).rejects.toMatchObject({ code: 'UNAVAILABLE', provider: 'platform' })
    await expect(builds.get(unread, {}, 'tpl_1')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    const none = { ...plain, getRepositoryAccess: async () => undefined }
    await expect(builds.start(none)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(target.emulator.journal.last).toBe(last)
  })
})
