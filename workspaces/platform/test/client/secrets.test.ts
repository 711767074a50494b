import { describe, expect, it } from 'vitest'
import { PlatformApiError, PlatformClient, PlatformSandbox, Template } from '../../src/index.js'
import { mintLease } from '../../src/exec/read-lease.js'

const token = 'token-of-this-test'
const connection = { accessToken: token, projectId: 'p', baseUrl: 'http://127.0.0.1:1' }

/** A platform that answers with what this makes of a request's body. */
function answering(status: number, answer: (sent: string) => string): typeof fetch {
  return async (_url, { body } = {}) => new Response(answer(typeof body === 'string' ? body : ''), { status })
}

async function shownBy(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.catch((thrown: unknown) => thrown)
  if (!(error instanceof PlatformApiError)) throw new TypeError(`Expected a PlatformApiError, got ${String(error)}`)
  return [error.message, error.body, error.proxyMessage, error.stack, JSON.stringify(error)].join('\n')
}

describe('texts of the platform', () => {
  it('that repeat a creation are shown without values of variables', async () => {
    const template = Template().setEnvs({ BUILD: 'ephemeral-value' }, { ephemeral: true })
    const env = { SECRET: 'a "quoted" value', LEVEL: 'error' }
    const echo = (sent: string): string =>
      JSON.stringify({ error: { type: 'invalid_request', message: 'environment of ' }, sent: JSON.parse(sent) })
    const sandbox = new PlatformSandbox({
      ...connection,
      environmentId: 'env-1',
      env,
      template,
      fetch: answering(400, echo),
    })
    const error: unknown = await sandbox.start().catch((thrown: unknown) => thrown)
    const shown = await shownBy(Promise.reject(error))
    expect(error).toMatchObject({ code: 'invalid_request' })
    expect(shown).toContain('env-1')
    for (const secret of ['quoted', 'ephemeral-value']) expect(shown).not.toContain(secret)
    await sandbox.destroy()
  })

  it('that repeat the build of a template are shown without its ephemeral variables', async () => {
    const template = Template().setEnvs({ BUILD: 'ephemeral-value' }, { ephemeral: true })
    const building = template.build({ ...connection, environmentId: 'env-1', fetch: answering(500, (sent) => sent) })
    const shown = await shownBy(building)
    expect(shown).toContain('env-1')
    expect(shown).not.toContain('ephemeral-value')
  })

  it.each([
    [
      'of a wrong type',
      JSON.stringify({ jwt: 'granted-1', wsEndpoint: 'ws://h/?k=granted-1', instanceToken: 'granted-2' }),
    ],
    ['that is cut', '{"instanceToken" : "granted-2", "jwt":"granted-1'],
  ])('that grant something are shown without it: an answer %s', async (_title, body) => {
    const client = new PlatformClient({ ...connection, fetch: answering(200, () => body) })
    const shown = await shownBy(mintLease(client, 'sbx'))
    expect(shown).toContain('jwt')
    expect(shown).not.toContain('granted-')
  })
})

describe('an answer whose body the caller reads', () => {
  const call = { operation: 'read', method: 'GET', path: '/x' } as const

  it('is told as it is when it is a failure', async () => {
    const client = new PlatformClient({ ...connection, fetch: answering(502, () => `<html>${token}</html>`) })
    const error: unknown = await client.open(call).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(PlatformApiError)
    expect(error).toMatchObject({ status: 502, body: '<html>***</html>', code: undefined, retry: 'safe' })
  })

  it('is a failure by its clock where that does not end', async () => {
    const endless = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('<html>')) })
    const client = new PlatformClient({ ...connection, fetch: async () => new Response(endless, { status: 502 }) })
    const error: unknown = await client.open({ ...call, limitMs: 50 }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'TIMEOUT', timeoutMs: 50 })
  })

  it('has its own status when it is too long', async () => {
    const long = 'x'.repeat(16 * 2 ** 20 + 1)
    const client = new PlatformClient({ ...connection, fetch: answering(503, () => long) })
    for (const work of [client.open(call), client.done(call)]) {
      const error: unknown = await work.catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(PlatformApiError)
      expect(error).toMatchObject({ status: 503, body: '', sandboxCode: 'UNAVAILABLE' })
    }
  })
})
