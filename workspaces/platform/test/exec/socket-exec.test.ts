import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { useExecBench } from './support/exec-bench.js'

const bench = useExecBench()

const exitFrame = (data: object): string => JSON.stringify({ type: 'exit', data })

describe('a command over a socket', () => {
  it('tells its output byte for byte, each stream by itself, and its exit code', async () => {
    const ran = await bench().run(`printf 'a\\0\\377'; printf 'e\\376' >&2; exit 3`)
    expect(ran).toEqual({ end: { exitCode: 3 }, stdout: Buffer.from([97, 0, 255]), stderr: Buffer.from([101, 254]) })
    expect(bench().server.protocols).toEqual(['railway-shell, token'])
    expect(bench().minted).toBe(1)
  })

  it('has its directory, its environment and an input that is at its end', async () => {
    const { stdout } = await bench().run('pwd; echo "$A"; cat', { cwd: '/tmp', env: { A: 'a "b" $c' } })
    expect(stdout.toString()).toBe('/tmp\na "b" $c\n')
  })

  it('[P3] tells output while the command runs', async () => {
    const { stream, printed, stdout } = await bench().start('echo first; read -r _ </dev/null; sleep 600')
    await printed('first\n')
    expect(stdout().toString()).toBe('first\n')
    await stream.signal('KILL')
    expect(await stream.ended).toEqual({ signal: 'SIGKILL' })
  })

  it('[P4] is ended with its process group by a signal', async () => {
    const { stream, printed } = await bench().start('sleep 600 & echo "$!"; wait')
    await printed('\n')
    expect(await stream.signal('TERM')).toBe(true)
    expect(await stream.ended).toEqual({ signal: 'SIGTERM' })
    expect(await stream.signal('TERM')).toBe(false)
    expect(bench().server.heard.at(-1)).toEqual({ type: 'signal', data: { signal: 'TERM' } })
  })

  it('takes much input, and ends it', async () => {
    const { stream, stdout } = await bench().start('cat', { input: 'open' })
    const input = randomBytes(3_000_000)
    await stream.write?.(input)
    await stream.closeInput?.()
    expect(await stream.ended).toEqual({ exitCode: 0 })
    expect(stdout().equals(input)).toBe(true)
  })

  it('runs where the runtime has no sockets of its own', async () => {
    const own = Reflect.get(globalThis, 'WebSocket')
    Reflect.deleteProperty(globalThis, 'WebSocket')
    try {
      expect((await bench().run('echo there')).stdout.toString()).toBe('there\n')
    } finally {
      Reflect.set(globalThis, 'WebSocket', own)
    }
  })

  it('takes sockets from a factory', async () => {
    const asked: unknown[] = []
    bench().webSocketFactory = (url, protocols) => {
      asked.push([url, protocols])
      return new WebSocket(url, protocols)
    }
    expect((await bench().run('echo there')).stdout.toString()).toBe('there\n')
    expect(asked).toEqual([[bench().server.url, ['railway-shell', 'token']]])
  })

  it('leaves no socket open', async () => {
    await bench().run('true')
    await expect.poll(() => bench().server.openSockets).toBe(0)
  })
})

describe('what a server says', () => {
  it('is passed over where it is not known', async () => {
    bench().server.plans.push({
      says: [
        'no json',
        '[]',
        JSON.stringify({ type: 'news', data: {} }),
        Buffer.from([]),
        Buffer.from([1]),
        Buffer.from([2, 120]),
        Buffer.from([1, 121]),
        exitFrame({ exit_code: 0 }),
      ],
    })
    expect(await bench().run('true')).toEqual({
      end: { exitCode: 0 },
      stdout: Buffer.from('y'),
      stderr: Buffer.from(''),
    })
  })

  it.each([{}, { exit_code: null }, { exit_code: '0' }, { exit_code: 0.5 }])(
    'is no end without an exit code: %j',
    async (data) => {
      bench().server.plans.push({ says: [exitFrame(data)] })
      const error = await bench().failure('true')
      expect(error).toMatchObject({ name: 'SandboxExecTransportError', opened: true, retry: 'ambiguous', attempts: 1 })
      expect(bench().server.handshakes).toBe(1)
    },
  )

  it('is never taken for a success when a signal ended the command', async () => {
    for (const reason of [undefined, 'killed', 'signal: SIGSEGV']) {
      bench().server.plans.push({ says: [exitFrame({ exit_code: -1, reason })] })
    }
    expect((await bench().run('true')).end).toEqual({ exitCode: 255 })
    expect((await bench().run('true')).end).toEqual({ exitCode: 255 })
    expect((await bench().run('true')).end).toEqual({ signal: 'SIGSEGV' })
  })
})
