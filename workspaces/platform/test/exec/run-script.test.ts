import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sh, type DriverRunOptions, type DriverRunResult, type ShellCommand } from '@caisson/core/driver'
import { featuresOf } from '../../src/exec/features.js'
import { runPlatformScript } from '../../src/exec/run-script.js'
import { inputBytesOf } from '../../src/exec/script-input.js'
import { useExecBench } from './support/exec-bench.js'

const bench = useExecBench()

async function run(script: ShellCommand, options: DriverRunOptions = {}): Promise<DriverRunResult> {
  const { open, server } = bench()
  return runPlatformScript({ open, features: () => featuresOf(server.lease()) }, script, options)
}

describe('a script', () => {
  it('costs one socket, and both its streams are exact', async () => {
    const answer = await run(sh`printf 'a\\0\\377'; printf 'e\\376' >&2; exit 3`)
    expect(answer).toEqual({ exitCode: 3, stdout: Buffer.from([97, 0, 255]), stderr: Buffer.from([101, 254]) })
    expect(bench().server.handshakes).toBe(1)
  })

  it('ends as shells tell it when a signal ended it', async () => {
    expect((await run(sh`kill -SEGV $$`)).exitCode).toBe(139)
  })

  it.each([
    ['sent', ['stdin'], 0],
    ['sent', ['stdin'], 1],
    ['sent', ['stdin'], 40_000],
    ['sent', ['stdin'], inputBytesOf({ takesInput: true })],
    ['given with the command', [], 0],
    ['given with the command', [], 1],
    ['given with the command', [], inputBytesOf({ takesInput: false })],
  ])('has its input byte for byte, %s: %j, %d bytes', async (_how, features, size) => {
    bench().server.features = features
    const stdin = randomBytes(size)
    const script = sh`cat; echo "\${CAISSON_INPUT-none} $A" ${'it\'s "$quoted"'} >&2; exit 4`
    const { exitCode, stdout, stderr } = await run(script, { stdin, env: { A: 'a' } })
    expect([exitCode, stderr.toString()]).toEqual([4, `none a it's "$quoted"\n`])
    expect(Buffer.compare(stdout, stdin)).toBe(0)
  })

  it.each([
    [['stdin'], inputBytesOf({ takesInput: true }) + 1],
    [[], inputBytesOf({ takesInput: false }) + 1],
  ])('is not sent with more input than it can have: %j', async (features, size) => {
    bench().server.features = features
    await expect(run(sh`cat`, { stdin: Buffer.alloc(size) })).rejects.toThrow(RangeError)
    expect(bench().server.ran).toEqual([])
  })

  it('may leave its input alone', async () => {
    expect((await run(sh`exit 2`, { stdin: Buffer.alloc(3_000_000) })).exitCode).toBe(2)
  })

  it('with a little input is joined again when its socket is cut', async () => {
    bench().server.plans.push({ cutAfter: 2 })
    expect((await run(sh`cat; exit 5`, { stdin: 'four' })).stdout.toString()).toBe('four')
    expect([bench().server.ran.length, bench().server.handshakes]).toEqual([1, 2])
  })

  it('is ended when its time is over', async () => {
    const failure = run(sh`echo $$; exec sleep 600`, { timeoutMs: 300 })
    await expect(failure).rejects.toMatchObject({ name: 'SandboxTimeoutError' })
    await expect.poll(() => bench().server.openSockets).toBe(0)
    expect(bench().server.heard.at(-1)).toEqual({ type: 'signal', data: { signal: 'KILL' } })
  })

  it('is ended with an abort, and the caller does not wait for that', async () => {
    const controller = new AbortController()
    const failure = run(sh`exec sleep 600`, { signal: controller.signal })
    await expect.poll(() => bench().server.ran.length).toBe(1)
    const reason = new RangeError('enough')
    controller.abort(reason)
    await expect(failure).rejects.toBe(reason)
    await expect.poll(() => bench().server.heard.at(-1)).toEqual({ type: 'signal', data: { signal: 'KILL' } })
    await expect.poll(() => bench().server.openSockets).toBe(0)
  })

  it('brings 16 MiB of a stream, and is ended when there is more', async () => {
    const most = 16 * 1024 * 1024
    expect((await run(sh`head -c ${most} /dev/zero`)).stdout).toHaveLength(most)
    await expect(run(sh`cat /dev/zero`)).rejects.toMatchObject({ message: 'a script printed more than 16 MiB' })
  })
})
