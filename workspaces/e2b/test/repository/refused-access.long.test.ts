import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { RepositoryAuthorization } from '@caisson/kit/templates'
import { createDefaultMountableTemplate, createRepoTemplate, refreshRepoTemplate } from '../../src/index.js'
import { keepingLogger } from './support/keeping-logger.js'
import { useRepositoryBench } from './support/repository-bench.js'

const token = 'a-token-of-the-host'
/** It is there from the start, so that nobody has to build it. */
const fallback = createDefaultMountableTemplate().id
const bench = useRepositoryBench({ token, emulator: { templates: [fallback] } })
beforeAll(async () => void (await bench.host.commit('secret-file', 'confidential')))
afterEach(() => bench.emulator.reset())

const create = 'POST /v2/sandboxes'

function options(authorization: RepositoryAuthorization | undefined): ReturnType<typeof bench.options> {
  return bench.options({ getRepositoryAccess: async () => ({ cloneUrl: bench.cloneUrl, authorization }) })
}

describe('whoever may not read a repository', () => {
  it.each([
    ['whose token is refused', { scheme: 'bearer', token: 'a-token-without-access' } as const],
    ['who has no token', undefined],
  ])(
    '%s gets no machine with what another has had built of it',
    async (_who, authorization) => {
      await using owner = bench.make({ template: createRepoTemplate(bench.options()) })
      await owner.start()
      const { last } = bench.emulator.journal
      const { logger, warnings } = keepingLogger()
      await using stranger = bench.make({ template: createRepoTemplate(options(authorization)), logger })
      await stranger.start()
      expect(bench.calls(last)).toEqual(['GET /v2/sandboxes', create])
      const { stdout } = await stranger.executeCommand('cat', ['/home/user/project/secret-file'])
      expect(stdout).toBe('')
      expect((await stranger.getInfo()).metadata).toMatchObject({
        templateName: fallback,
        templateFallback: expect.stringMatching(/refuses to show https:.*team\/project/),
      })
      expect(warnings).toEqual([expect.stringMatching(/refuses to show https:.*team\/project/)])
      await expect(refreshRepoTemplate(options(authorization), bench.connection)).rejects.toMatchObject({
        code: 'PERMISSION_DENIED',
      })
    },
    60_000,
  )
})
