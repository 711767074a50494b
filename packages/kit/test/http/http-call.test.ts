import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { httpCall, LongAnswerError, openHttpCall, redactSecrets, type HttpCall } from '../../src/http.js'

/** A server of this test, and a request for it. */
async function serve(listener: RequestListener): Promise<HttpCall> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new TypeError('no port')
  return { fetch, provider: 'test', method: 'GET', url: `http://127.0.0.1:${address.port}/a`, headers: {} }
}

/** A signal that tells how many listen to it. */
class CountedSignal extends AbortController {
  listeners = 0

  constructor() {
    super()
    const { signal } = this
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)]
    signal.addEventListener = (...given: Parameters<typeof add>) => {
      this.listeners += 1
      add(...given)
    }
    signal.removeEventListener = (...given: Parameters<typeof remove>) => {
      this.listeners -= 1
      remove(...given)
    }
  }
}

const hanging: RequestListener = (_request, response) => {
  response.writeHead(200)
  response.write('begin')
}
const seen: IncomingMessage[] = []
afterEach(() => {
  seen.length = 0
})

describe('a request that is read to its end', () => {
  it('sends and answers as it is told', async () => {
    const call = await serve((request, response) => {
      seen.push(request)
      void text(request).then((body) => response.writeHead(201, { 'x-answer': 'yes' }).end(`got ${body}`))
    })
    const answer = await httpCall({ ...call, method: 'POST', headers: { 'x-a': 'b' }, body: 'content' })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('x-answer')).toBe('yes')
    expect(Buffer.from(answer.body).toString()).toBe('got content')
    expect(seen[0]).toMatchObject({ method: 'POST', headers: { 'x-a': 'b', 'content-length': '7' } })
  })

  it('sends bytes, and what is made while it is sent', async () => {
    const call = await serve((request, response) => void buffer(request).then((body) => response.end(body)))
    const bytes = new Uint8Array([0, 255, 254, 10])
    const whole = await httpCall({ ...call, method: 'PUT', body: bytes })
    expect([...whole.body]).toEqual([...bytes])
    const pieces = async function* () {
      yield bytes
      yield bytes
    }
    const streamed = await httpCall({ ...call, method: 'PUT', body: pieces() })
    expect([...streamed.body]).toEqual([...bytes, ...bytes])
  })

  it('follows nobody: credentials go to one place', async () => {
    const call = await serve((request, response) => {
      seen.push(request)
      response.writeHead(302, { location: '/b' }).end()
    })
    expect((await httpCall({ ...call, headers: { authorization: 'Bearer t' } })).status).toBe(302)
    expect(seen).toHaveLength(1)
    const made = async function* () {
      yield Buffer.from('x')
    }
    await expect(httpCall({ ...call, method: 'PUT', body: made() })).rejects.toThrow('fetch failed')
    expect(seen).toHaveLength(2)
  })

  it('takes no more of an answer than it may, and says which status it had', async () => {
    const call = await serve((_request, response) => response.writeHead(503).end('0123456789'))
    expect((await httpCall({ ...call, mostBytes: 10 })).body).toHaveLength(10)
    const error: unknown = await httpCall({ ...call, mostBytes: 9 }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(LongAnswerError)
    expect(error).toMatchObject({ status: 503 })
  })

  it('ends by its clock, the body included', async () => {
    const call = await serve(hanging)
    const error: unknown = await httpCall({ ...call, limitMs: 60 }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'TIMEOUT', retry: 'ambiguous', timeoutMs: 60 })
  })

  it('ends with the reason of the signal, before and after it was sent', async () => {
    const call = await serve((request, response) => {
      seen.push(request)
      hanging(request, response)
    })
    const reason = new RangeError('enough')
    const controller = new CountedSignal()
    const work = httpCall({ ...call, signal: controller.signal })
    await expect.poll(() => seen.length).toBe(1)
    controller.abort(reason)
    await expect(work).rejects.toBe(reason)
    await expect(httpCall({ ...call, signal: controller.signal })).rejects.toBe(reason)
    expect(seen).toHaveLength(1)
  })

  it('forgets the signal, whatever became of it', async () => {
    const call = await serve((request, response) => {
      if (request.method === 'GET') response.end('x')
      else response.destroy()
    })
    const controller = new CountedSignal()
    await httpCall({ ...call, signal: controller.signal })
    await expect(httpCall({ ...call, method: 'POST', signal: controller.signal })).rejects.toThrow('fetch failed')
    expect(controller.listeners).toBe(0)
  })
})

describe('a request whose answer the caller reads', () => {
  const bytes = Buffer.alloc(3 * 2 ** 20, 'some content ')

  it('gives the body as it comes, and forgets the signal at its end', async () => {
    const call = await serve((_request, response) => response.writeHead(206, { etag: '"x"' }).end(bytes))
    const controller = new CountedSignal()
    const answer = await openHttpCall({ ...call, signal: controller.signal, mostBytes: 1 })
    expect([answer.status, answer.headers.get('etag')]).toEqual([206, '"x"'])
    expect(controller.listeners).toBe(1)
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    expect(controller.listeners).toBe(0)
  })

  it('forgets the signal of an answer without a body', async () => {
    const call = await serve((_request, response) => response.writeHead(204).end())
    const controller = new CountedSignal()
    const answer = await openHttpCall({ ...call, signal: controller.signal })
    expect([answer.status, await answer.text(), controller.listeners]).toEqual([204, '', 0])
  })

  it.each(['read', 'never read'])('lets go of the connection when a body is not wanted any more, %s', async (how) => {
    let isClosed = false
    const call = await serve((request, response) => {
      response.on('close', () => {
        isClosed = true
      })
      hanging(request, response)
    })
    const controller = new CountedSignal()
    const { body } = await openHttpCall({ ...call, signal: controller.signal })
    const reader = body?.getReader()
    if (how === 'read') await reader?.read()
    await reader?.cancel()
    await expect.poll(() => isClosed).toBe(true)
    expect(controller.listeners).toBe(0)
  })

  it('is cut by the signal while the body is read', async () => {
    const call = await serve(hanging)
    const controller = new CountedSignal()
    const answer = await openHttpCall({ ...call, signal: controller.signal, limitMs: 60_000 })
    const reason = new RangeError('enough')
    const reading = answer.text()
    controller.abort(reason)
    await expect(reading).rejects.toBe(reason)
  })

  it('fails where the connection does', async () => {
    const call = await serve((request, response) => {
      hanging(request, response)
      setImmediate(() => response.destroy())
    })
    const controller = new CountedSignal()
    const answer = await openHttpCall({ ...call, signal: controller.signal })
    await expect(answer.text()).rejects.toThrow('terminated')
    expect(controller.listeners).toBe(0)
  })

  it('has the whole of an answer that is no success under its clock and limit', async () => {
    const call = await serve((request, response) => {
      response.writeHead(request.method === 'GET' ? 502 : 304)
      if (request.method === 'GET') response.write('<html>')
      else response.end()
    })
    const cut: unknown = await openHttpCall({ ...call, limitMs: 60 }).catch((thrown: unknown) => thrown)
    expect(cut).toMatchObject({ code: 'TIMEOUT', timeoutMs: 60 })
    await expect(openHttpCall({ ...call, mostBytes: 3 })).rejects.toMatchObject({
      name: 'LongAnswerError',
      status: 502,
    })
    const empty = await openHttpCall({ ...call, method: 'POST' })
    expect([empty.status, await empty.text()]).toEqual([304, ''])
  })
})

describe('secrets in texts', () => {
  it('are masked in each way of writing them, the longest first', () => {
    const odd = 'a "b"\\/+='
    const shown = redactSecrets(`${odd} ${encodeURIComponent(odd)} ${JSON.stringify(odd)}`, [odd, undefined])
    expect(shown).toBe('*** *** "***"')
    expect(redactSecrets('long-secret long', ['long', 'long-secret'])).toBe('*** ***')
  })

  it('are not looked for when they are too short to be any', () => {
    expect(redactSecrets('abc abcd', ['abc', ''])).toBe('abc abcd')
  })
})
