import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PlatformApiError } from '../../src/client/index.js'
import { Template, type TemplateBuildOptions } from '../../src/templates/index.js'

interface Asked {
  readonly url: string
  readonly headers: Headers
  readonly body: unknown
}

const credentials = { accessToken: 'the-access-token', projectId: 'p/1', baseUrl: 'http://platform.test/' }

function answering(answer: () => Response): { options: TemplateBuildOptions; asked: Asked[] } {
  const asked: Asked[] = []
  const send: typeof fetch = async (url, init) => {
    const body = JSON.parse(typeof init?.body === 'string' ? init.body : 'null') as unknown
    asked.push({ url: url instanceof Request ? url.url : url.toString(), headers: new Headers(init?.headers), body })
    return answer()
  }
  return { options: { ...credentials, environmentId: 'e1', fetch: send }, asked }
}

beforeEach(() => {
  for (const name of ['MASTRA_ENVIRONMENT_ID', 'MASTRA_PROJECT_ID', 'MASTRA_PLATFORM_ACCESS_TOKEN']) {
    vi.stubEnv(name, undefined)
  }
})
afterEach(() => vi.unstubAllEnvs())

describe('a build', () => {
  const template = Template().runCmd('true').setEnvs({ TOKEN: 'secret-value' }, { ephemeral: true })

  it('is one request, whose answer says how it stands', async () => {
    const pending = { status: 'pending', templateId: 't1', retryAfterMs: 500 }
    const { options, asked } = answering(() => Response.json(pending, { status: 202 }))
    expect(await template.build(options)).toEqual(pending)
    expect(asked).toHaveLength(1)
    expect(asked[0]?.url).toBe('http://platform.test/v1/railway/projects/p%2F1/sandbox/templates/builds')
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer the-access-token')
    expect(asked[0]?.body).toEqual({
      environmentId: 'e1',
      templateDefinition: template.toJSON(),
      templateBuildEnvs: { TOKEN: 'secret-value' },
    })
  })

  it('takes its environment and the rest from variables', async () => {
    vi.stubEnv('MASTRA_ENVIRONMENT_ID', 'from-variable')
    vi.stubEnv('MASTRA_PROJECT_ID', 'p2')
    vi.stubEnv('MASTRA_PLATFORM_ACCESS_TOKEN', 'another-token')
    const { options, asked } = answering(() => Response.json({ status: 'ready', templateId: 't1' }))
    await template.build({ fetch: options.fetch, baseUrl: 'http://platform.test' })
    expect(asked[0]?.url).toContain('/projects/p2/')
    expect(asked[0]?.body).toMatchObject({ environmentId: 'from-variable' })
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer another-token')
  })

  it('needs an environment, and says so before anything is sent', async () => {
    const { options, asked } = answering(() => Response.json({}))
    await expect(template.build({ ...options, environmentId: undefined })).rejects.toThrow(/MASTRA_ENVIRONMENT_ID/)
    await expect(template.build({ ...options, accessToken: undefined })).rejects.toThrow(/MASTRA_PLATFORM_ACCESS_TOKEN/)
    expect(asked).toEqual([])
  })

  it.each([
    ['HTML', () => new Response('<html>gateway</html>', { status: 502 }), 502],
    ['HTML that claims to be a success', () => new Response('<html>', { status: 200 }), 200],
    ['another shape', () => Response.json({ status: 'done', templateId: 't1' }), 200],
    ['a refusal', () => Response.json({ error: { message: 'no', type: 'invalid_request' } }, { status: 400 }), 400],
  ])('answered with %s is a PlatformApiError with the body', async (_name, answer, status) => {
    const failure = await template.build(answering(answer).options).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(PlatformApiError)
    expect(failure).toMatchObject({ status, body: await answer().text() })
    expect(String(failure)).not.toContain('secret-value')
  })

  it('can be given up', async () => {
    const { options } = answering(() => Response.json({}))
    const abortSignal = AbortSignal.abort(new TypeError('enough'))
    await expect(template.build({ ...options, abortSignal })).rejects.toThrow('enough')
  })
})
