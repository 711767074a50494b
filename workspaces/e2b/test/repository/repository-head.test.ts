import { describe, expect, it, vi } from 'vitest'
import type { RepositoryAccess } from '@caisson/kit/templates'
import { createRepoTemplate, refreshRepoTemplate, repoTemplateRef } from '../../src/index.js'
import { keepingLogger } from './support/keeping-logger.js'

describe('the head of a repository', () => {
  const sha = '0123456789abcdef0123456789abcdef01234567'

  it('is asked for at the API of GitHub, and the last known one does where that fails', async () => {
    const answers = [new Response(sha), new Response('', { status: 503 })]
    const send = vi.fn<typeof fetch>(async () => answers.shift() ?? new Response('', { status: 500 }))
    const cloneUrl = 'https://github.com/owner/last-known'
    const { logger, warnings } = keepingLogger()
    const spec = createRepoTemplate({ getRepositoryAccess: async () => access(cloneUrl), fetch: send, logger })
    const context = { signal: new AbortController().signal, logger }
    const first = await spec?.resolveSpec(context)
    expect(first).toMatchObject({
      ref: repoTemplateRef({ cloneUrl, sha }),
      staleRef: repoTemplateRef({ cloneUrl }),
      buildTags: ['current'],
      buildResources: { cpuCount: 2, memoryMB: 1024 },
    })
    expect((await spec?.resolveSpec(context))?.ref).toBe(first?.ref)
    expect(warnings).toEqual([expect.stringMatching(/status 503.*: the last known one is used, 0123456789abcdef/)])
    expect(send).toHaveBeenCalledTimes(2)
  })

  it('is not waited for when nobody wants it any more', async () => {
    const never = new Promise<never>(() => undefined)
    const getRepositoryAccess = (): Promise<never> => never
    const signal = AbortSignal.abort(new Error('gone'))
    const { logger } = keepingLogger()
    await expect(createRepoTemplate({ getRepositoryAccess })?.resolveSpec({ signal, logger })).rejects.toThrow('gone')
  })

  it('is of no use without a repository, but options are checked', () => {
    expect(createRepoTemplate({ getRepositoryAccess: undefined })).toBeUndefined()
    expect(() => createRepoTemplate({ getRepositoryAccess: undefined, workingDirectory: '../x' })).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
    )
  })
})

describe('options of a template of a repository', () => {
  const open = { getRepositoryAccess: async () => ({ cloneUrl: 'https://github.com/owner/name' }) }

  it.each<[unknown, RegExp]>([
    [null, /options of the template: expected an object/],
    [{ ...open, setupCommands: ['npm ci'] }, /no members but getRepositoryAccess, .*, got "setupCommands"/],
    [{ ...open, memoryMb: 4096 }, /got "memoryMb"/],
    [{ ...open, setupCommand: null }, /setupCommand/],
    [{ ...open, buildEnv: null }, /buildEnv/],
    [{ ...open, workingDirectory: null }, /workingDirectory/],
    [{ ...open, baseTemplate: null }, /baseTemplate/],
    [{ ...open, defaultTemplate: null }, /defaultTemplate/],
    [{ ...open, defaultTemplate: { cpuCount: 4 } }, /defaultTemplate: .*got "cpuCount"/],
    [{ ...open, defaultTemplate: { node: '24.0.0' } }, /defaultTemplate: .*got "node"/],
    [{ ...open, fetch: 'https://example.com' }, /fetch: expected a function, got \(hidden\)/],
    [{ ...open, logger: 'console' }, /logger/],
    [{ getRepositoryAccess: null }, /getRepositoryAccess/],
    [{ getRepositoryAccess: { cloneUrl: 'https://github.com/owner/name' } }, /getRepositoryAccess/],
  ])('%j are refused by name', async (options, message) => {
    const refusal = expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringMatching(message) })
    expect(() => createRepoTemplate(options as never)).toThrow(refusal)
    await expect(refreshRepoTemplate(options as never)).rejects.toThrow(refusal)
  })

  it('are what its name is made of', () => {
    const cloneUrl = 'https://github.com/owner/name'
    expect(() => repoTemplateRef({ cloneUrl, memoryMb: 4096 } as never)).toThrow(/got "memoryMb"/)
    expect(() => repoTemplateRef({ cloneUrl, sha: null } as never)).toThrow(/sha/)
    expect(() => repoTemplateRef(null as never)).toThrow(/identity: expected an object/)
  })
})

async function access(cloneUrl: string): Promise<RepositoryAccess> {
  return { cloneUrl }
}
