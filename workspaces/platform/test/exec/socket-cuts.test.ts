import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SandboxDestroyedError } from '../../src/exec/sandbox-destroyed-error.js'
import { SandboxExecTransportError } from '../../src/exec/sandbox-exec-transport-error.js'
import { useExecBench } from './support/exec-bench.js'

const bench = useExecBench()
let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'caisson-exec-'))
})
afterEach(async () => rm(folder, { recursive: true, force: true }))

/** Leaves a line each time it runs. */
const counted = (command: string): string => `echo run >>'${folder}/runs'; ${command}`
const runs = async (): Promise<string> => readFile(path.join(folder, 'runs'), 'utf8').catch(() => '')

describe('a socket that does not open', () => {
  it('is tried once more, with another lease', async () => {
    bench().server.plans.push({ handshake: 'refuse' })
    const { end, stdout } = await bench().run(counted('echo there'))
    expect([end, stdout.toString(), await runs()]).toEqual([{ exitCode: 0 }, 'there\n', 'run\n'])
    expect([bench().server.handshakes, bench().minted]).toEqual([2, 2])
  })

  it('is an error after that, and provably nothing ran', async () => {
    const { server } = bench()
    server.plans.push({ handshake: 'refuse' }, { handshake: 'refuse' })
    const command = counted('true')
    const error = await bench().failure(command)
    expect(error).toBeInstanceOf(SandboxExecTransportError)
    expect(error).toMatchObject({
      code: 'UNAVAILABLE',
      retry: 'safe',
      opened: false,
      attempts: 2,
      sandboxId: 'sbx_1',
      wsEndpoint: server.url,
      command,
      closeCode: 1006,
    })
    expect([server.handshakes, bench().minted, await runs()]).toEqual([2, 2, ''])
    expect(String(error)).not.toContain('token')
  })

  it('[P7] is given up after the time for handshakes, which is not the time of the command', async () => {
    bench().handshakeMs = 100
    bench().server.plans.push({ handshake: 'stall' }, { handshake: 'stall' })
    const error = await bench().failure('true')
    expect(error).toMatchObject({ opened: false, attempts: 2, closeReason: 'not open after 100 ms' })
  })

  it('is given up with whoever wants it', async () => {
    bench().server.plans.push({ handshake: 'stall' })
    const controller = new AbortController()
    const failure = bench().failure('true', { abortSignal: controller.signal })
    await expect.poll(() => bench().server.handshakes).toBe(1)
    const reason = new RangeError('enough')
    controller.abort(reason)
    expect(await failure).toBe(reason)
    expect(bench().server.ran).toEqual([])
  })

  it('is tried at the address of the newer lease', async () => {
    const leases = [bench().server.lease({ wsEndpoint: 'ws://127.0.0.1:1/' }), bench().server.lease()]
    bench().leaseOf = () => leases.shift() ?? bench().server.lease()
    expect((await bench().run('echo there')).stdout.toString()).toBe('there\n')
  })

  it('has no address: that is no TypeError', async () => {
    bench().leaseOf = () => bench().server.lease({ wsEndpoint: 'no address', subprotocol: 'a b' })
    expect(await bench().failure('true')).toMatchObject({ opened: false, attempts: 2, retry: 'safe' })
  })
})

describe('[P1] a socket that was cut, of a server that keeps commands', () => {
  const script = `for i in $(seq 1 2000); do echo "line $i"; done; echo bad >&2; exit 7`
  const expected = Array.from({ length: 2000 }, (_, index) => `line ${index + 1}\n`).join('')

  it.each([
    [1],
    [8191],
    [expected.length - 1],
    [expected.length],
    [3, 0, 5000, 1, 700],
    Array.from({ length: 6 }, () => Math.ceil(Math.random() * 4000)),
  ])('is replaced without a loss, a double or a second run: %j %j %j %j %j %j', async (...cuts) => {
    bench().server.plans.push(...cuts.map((cutAfter) => ({ cutAfter })))
    const { end, stdout, stderr } = await bench().run(counted(script))
    expect([end, stdout.toString() === expected, stderr.toString()]).toEqual([{ exitCode: 7 }, true, 'bad\n'])
    expect(await runs()).toBe('run\n')
    expect(bench().server.ran).toHaveLength(1)
    expect(bench().server.handshakes).toBe(1 + cuts.filter((cut) => cut !== undefined).length)
  })

  it('is replaced when only the end was lost', async () => {
    bench().server.plans.push({ cutAfter: 1_000_000 })
    expect(await bench().run(counted('echo out; exit 4'))).toMatchObject({ end: { exitCode: 4 } })
    expect([await runs(), bench().server.handshakes]).toEqual(['run\n', 2])
  })

  it('is not replaced once its machine was let go of: nothing is asked for any more', async () => {
    const { server, leases } = bench()
    server.plans.push({ cutAfter: 1 })
    const { stream } = await bench().start('sleep 0.3; echo there')
    leases.close()
    await expect(stream.ended).rejects.toMatchObject({
      name: 'SandboxExecTransportError',
      code: 'UNAVAILABLE',
      opened: true,
      retry: 'ambiguous',
      attempts: 1,
      sandboxId: 'sbx_1',
      wsEndpoint: server.url,
      command: 'sleep 0.3; echo there',
      closeCode: 1011,
      closeReason: 'cut',
    })
    expect([server.handshakes, bench().minted]).toEqual([1, 1])
  })

  it('is replaced with another lease where the old one does not do any more', async () => {
    bench().server.plans.push({ cutAfter: 1 }, { handshake: 'refuse' })
    expect((await bench().run(counted('echo there'))).stdout.toString()).toBe('there\n')
    expect([await runs(), bench().server.handshakes, bench().minted]).toEqual(['run\n', 3, 2])
  })

  it('is not replaced when the server has forgotten the command: what it runs instead is never its end', async () => {
    const { server } = bench()
    server.plans.push({ cutAfter: 6 })
    const { stream, printed, stdout } = await bench().start(counted('echo begun; sleep 600'))
    await printed('begun\n')
    server.forgetSessions()
    await expect(stream.ended).rejects.toMatchObject({ name: 'SandboxExecTransportError', opened: true })
    expect([stdout().toString(), await runs()]).toEqual(['begun\n', 'run\n'])
    expect(server.ran.at(-1)).toMatch(/^printf %s caisson-[0-9a-f-]+; exit 1$/)
  })

  it('takes a signal that was sent while there was no socket', async () => {
    bench().server.plans.push({ cutAfter: 6 }, { handshake: 'refuse' })
    const { stream, printed } = await bench().start('echo begun; sleep 600')
    await printed('begun\n')
    await expect.poll(() => bench().server.handshakes).toBe(2)
    expect(await stream.signal('KILL')).toBe(true)
    expect(await stream.ended).toEqual({ signal: 'SIGKILL' })
  })

  it('ends a command whose input it carried', async () => {
    bench().server.plans.push({ cutAfter: 6 })
    const { stream } = await bench().start(`echo begun; cat; touch '${folder}/reached'`, { input: 'open' })
    await expect(stream.ended).rejects.toMatchObject({
      opened: true,
      closeReason: 'its input was cut, and it was ended',
    })
    await expect(readFile(path.join(folder, 'reached'))).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(stream.write?.(Buffer.from('x'))).rejects.toBeInstanceOf(SandboxExecTransportError)
  })

  it('tells the end of a command with input that had ended before', async () => {
    const { server } = bench()
    server.plans.push({ cutAfter: 1_000_000 })
    const { stream, stdout } = await bench().start('cat; exit 5', { input: 'open' })
    await stream.write?.(Buffer.from('all of it'))
    await stream.closeInput?.()
    expect([await stream.ended, stdout().toString()]).toEqual([{ exitCode: 5 }, 'all of it'])
    expect(server.handshakes).toBe(2)
  })
})

describe('[P1] a socket that was cut, of a server that keeps nothing', () => {
  beforeEach(() => {
    bench().server.isDurable = false
  })

  it.each([
    ['before the server answers', { cutAtInit: 'before' as const }, ''],
    ['after the server has begun', { cutAtInit: 'after' as const }, 'run\n'],
    ['after the first byte', { cutAfter: 1 }, 'run\n'],
    ['before the end', { cutAfter: 1_000_000 }, 'run\n'],
  ])('is an error, and nothing is sent again: %s', async (_when, plan, ran) => {
    bench().server.plans.push(plan)
    const error = await bench().failure(counted('echo there'))
    expect(error).toMatchObject({ name: 'SandboxExecTransportError', opened: true, retry: 'ambiguous', attempts: 1 })
    await expect.poll(runs).toBe(ran)
    expect(bench().server.handshakes).toBe(1)
  })
})

describe('a sandbox that was destroyed', () => {
  it('is told when the lease is refused', async () => {
    bench().leaseOf = () => {
      throw new SandboxDestroyedError({ sandboxId: 'sbx_1', attempts: 1 })
    }
    expect(await bench().failure('true')).toMatchObject({ code: 'GONE', retry: 'safe', sandboxId: 'sbx_1' })
    expect(bench().server.handshakes).toBe(0)
  })

  it('is told when its command cannot be joined for that', async () => {
    bench().server.plans.push({ cutAfter: 6 }, { handshake: 'refuse' })
    const { stream } = await bench().start('echo begun; sleep 600')
    bench().leaseOf = () => {
      throw new SandboxDestroyedError({ sandboxId: 'sbx_1', attempts: 1 })
    }
    await expect(stream.ended).rejects.toMatchObject({
      name: 'SandboxDestroyedError',
      retry: 'ambiguous',
      command: 'echo begun; sleep 600',
    })
  })

  it('is told when the socket of its command is cut', async () => {
    bench().server.isDurable = false
    bench().server.plans.push({ cutAfter: 6 })
    const { stream } = await bench().start('echo begun; sleep 600')
    bench().leaseOf = () => {
      throw new SandboxDestroyedError({ sandboxId: 'sbx_1', attempts: 1 })
    }
    await expect(stream.ended).rejects.toMatchObject({ name: 'SandboxDestroyedError', retry: 'ambiguous', attempts: 1 })
  })
})
