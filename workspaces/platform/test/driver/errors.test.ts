import { afterEach, describe, expect, it } from 'vitest'
import { PlatformApiError, SandboxDestroyedError, SandboxExecTransportError, type ExecSocket } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

const failureOf = async (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

describe('[P07] a call that the platform refuses is told by PlatformApiError', () => {
  it.each([
    ['authentication_error', 401, 'UNAUTHENTICATED'],
    ['not_found', 404, 'NOT_FOUND'],
  ] as const)('with its word and its sentence: %s', async (type, status, sandboxCode) => {
    const body = JSON.stringify({ error: { message: 'Because.', type } })
    target.emulator.faults.next('POST /sandbox', { status, body })
    const error = await failureOf(target.make().executeCommand('true'))
    expect(error).toBeInstanceOf(PlatformApiError)
    expect(error).toMatchObject({ status, code: type, proxyMessage: 'Because.', body, sandboxCode })
  })

  it('without either where the answer is the page of a proxy, which is there to be read', async () => {
    const body = '<html>502 Bad Gateway</html>'
    target.emulator.faults.next('POST /sandbox', { status: 502, body, headers: { 'Content-Type': 'text/html' } })
    const error = await failureOf(target.make().executeCommand('true'))
    expect(error).toBeInstanceOf(PlatformApiError)
    expect(error).toMatchObject({ status: 502, code: undefined, proxyMessage: undefined, body })
  })
})

it('a lease that is refused with 410 is SandboxDestroyedError, and the same sandbox makes another machine', async () => {
  const sandbox = target.make()
  await sandbox.start()
  const { sandboxId } = sandbox
  await target.emulator.faults.expire(sandboxId ?? '')
  const error = await failureOf(sandbox.executeCommand('echo hi'))
  expect(error).toBeInstanceOf(SandboxDestroyedError)
  expect(error).toMatchObject({ code: 'GONE', sandboxId })
  expect(sandbox.sandboxId).toBeUndefined()
  expect((await sandbox.executeCommand('echo hi')).stdout).toBe('hi\n')
  expect(sandbox.sandboxId).not.toBe(sandboxId)
})

it('sockets that close before they open are SandboxExecTransportError, with what operators want to know', async () => {
  const urls: string[] = []
  const webSocketFactory = (url: string): ExecSocket => {
    urls.push(url)
    return closedSocket()
  }
  const sandbox = target.make({ webSocketFactory })
  await sandbox.start()
  const error = await failureOf(sandbox.executeCommand('echo', ['a b']))
  expect(error).toBeInstanceOf(SandboxExecTransportError)
  expect(error).toMatchObject({
    code: 'UNAVAILABLE',
    retry: 'safe',
    opened: false,
    closeCode: 1011,
    closeReason: 'no data plane',
    wsEndpoint: urls[0],
    sandboxId: sandbox.sandboxId,
    command: expect.stringContaining("'a b'") as string,
    attempts: 2,
  })
  expect(urls).toHaveLength(2)
})

/** A socket that a proxy turns away. */
function closedSocket(): ExecSocket {
  return {
    binaryType: 'arraybuffer',
    readyState: 0,
    bufferedAmount: 0,
    addEventListener: (type, listener) => {
      if (type === 'close') setImmediate(() => listener({ type, code: 1011, reason: 'no data plane' }))
    },
    send: () => undefined,
    close: () => undefined,
  }
}
