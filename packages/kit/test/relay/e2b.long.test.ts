import { startE2BEmulator, type E2BEmulator } from '@caisson/emulators'
import type { DriverSpawnOptions, ProcessExit, RemoteProcess } from '@caisson/core/driver'
import { Sandbox } from 'e2b'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withRelay } from '../../src/relay.js'
import { SdkProcessDriver } from './support/e2b-driver.js'
import { Collected, until } from './support/relay-bench.js'

const start = 'POST /process.Process/Start'
const mebibyte = 1024 * 1024

let emulator: E2BEmulator
let sandbox: Sandbox
const driver = withRelay(new SdkProcessDriver(), { decodesOutput: true, maxStreamBytes: 4 * mebibyte })
const other = withRelay(new SdkProcessDriver(), { decodesOutput: true, maxStreamBytes: 4 * mebibyte })

beforeAll(async () => {
  emulator = await startE2BEmulator()
  const { url } = emulator
  sandbox = await Sandbox.create({ apiKey: 'e2b_test', apiUrl: url, sandboxUrl: url })
})

afterAll(async () => {
  await emulator?.close()
})

interface Started {
  readonly process: RemoteProcess
  readonly output: Collected
}

async function begin(command: string, options: Partial<DriverSpawnOptions> = {}): Promise<Started> {
  const output = new Collected()
  const all = { env: {}, stdin: 'ignore' as const, channel: false, ...options }
  return { process: await driver.spawn(sandbox, command, all, output), output }
}

async function run(command: string, options: Partial<DriverSpawnOptions> = {}): Promise<ProcessExit & { out: Buffer }> {
  const { process, output } = await begin(command, options)
  return { ...(await process.wait()), out: output.out }
}

describe('the relay over the real SDK', () => {
  it('runs a command in one request, with output and end', async () => {
    const { last } = emulator.journal
    const { process, output } = await begin('echo out; echo err >&2; exit 3')
    expect(await process.wait()).toEqual({ exitCode: 3 })
    expect([output.out.toString(), output.err.toString()]).toEqual(['out\n', 'err\n'])
    expect(emulator.journal.count({ after: last })).toBe(1)
  })

  it('gives every byte value, and a byte order mark first', async () => {
    const all = Buffer.from(Array.from({ length: 256 }, (_, index) => index))
    const text = [...all].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
    expect((await run(`printf '${text}'`)).out).toEqual(all)
    expect((await run(String.raw`printf '\357\273\277marked'`)).out).toEqual(Buffer.from('\uFEFFmarked'))
  })

  it('keeps a PATH that was given from the login profile', async () => {
    const { out } = await run('echo "$PATH"', { env: { PATH: '/mine:/usr/bin:/bin' } })
    expect(out.toString()).toBe('/mine:/usr/bin:/bin\n')
  })

  it('tells signals, and kills the whole tree', async () => {
    expect(await run('kill -TERM $$')).toMatchObject({ signal: 'SIGTERM' })
    const { process } = await begin('setsid sh -c "while :; do date +%N > beat; sleep 0.05; done" & sleep 60')
    const beat = async (): Promise<string> => (await run('cat beat')).out.toString()
    await until(async () => (await beat()) !== '')
    expect(await process.kill('SIGTERM')).toBe(true)
    expect(await process.wait()).toEqual({ signal: 'SIGTERM' })
    const last = await beat()
    await run('sleep 0.3')
    expect(await beat()).toBe(last)
  })

  it('gives another client what was printed before, and takes its input', async () => {
    const { process } = await begin('echo begin; read line; echo "got $line"; exit 4', { stdin: 'pipe' })
    const output = new Collected()
    const found = await other.attach?.(sandbox, process.pid, output)
    expect(found?.command).toBe('echo begin; read line; echo "got $line"; exit 4')
    await found?.writeStdin?.(Buffer.from('word\n'))
    expect(await found?.wait()).toEqual({ exitCode: 4 })
    expect(output.out.toString()).toBe('begin\ngot word\n')
    expect(await process.wait()).toEqual({ exitCode: 4 })
  })

  it('reads on when the stream is cut', async () => {
    emulator.faults.next(start, { cutAfterBytes: 2000 })
    const { process, output } = await begin('for i in $(seq 60); do echo "line $i"; sleep 0.02; done; exit 5')
    expect(await process.wait()).toEqual({ exitCode: 5 })
    expect(output.out.toString()).toBe(Array.from({ length: 60 }, (_, index) => `line ${index + 1}\n`).join(''))
  })

  it('finds a command whose start was not answered; it runs once', async () => {
    emulator.faults.next(start, { loseResponse: true })
    const { exitCode, out } = await run('echo x >> once; sleep 0.2; cat once; exit 6')
    expect([exitCode, out.toString()]).toEqual([6, 'x\n'])
  })

  it('reads 20 MiB in pieces that the SDK can forget', { timeout: 60_000 }, async () => {
    const { last } = emulator.journal
    const { exitCode, out } = await run('head -c 20971520 /dev/zero | tr "\\0" y')
    expect([exitCode, out.length]).toEqual([0, 20 * mebibyte])
    expect(emulator.journal.count({ after: last, route: start })).toBeGreaterThan(4)
  })

  it('lists commands under their own names', async () => {
    const { process } = await begin('sleep 60')
    expect(await driver.listProcesses?.(sandbox)).toContainEqual({
      pid: process.pid,
      command: 'sleep 60',
      running: true,
    })
    expect(await process.kill('SIGKILL')).toBe(true)
    expect(await process.wait()).toEqual({ signal: 'SIGKILL' })
  })
})
