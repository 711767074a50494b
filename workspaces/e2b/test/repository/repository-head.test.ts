import { describe, expect, it, vi } from 'vitest'
import type { RepositoryAccess } from '@caisson/kit/templates'
import { createRepoTemplate, repoTemplateRef } from '../../src/index.js'
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

async function access(cloneUrl: string): Promise<RepositoryAccess> {
  return { cloneUrl }
}
