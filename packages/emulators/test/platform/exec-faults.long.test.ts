import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { type ExecCut, startPlatformEmulator } from '@caisson/emulators'
import type { ExecClient } from '../platform-agent/support/exec-client.js'
import { PlatformClient, refusalOf, usePlatform } from './support/platform-context.js'

const context = usePlatform()
const placeholder = 'echo placeholder'
const cutOff = { code: 1006, reason: '' }

async function joinAgain(id: string, sessionName: string): Promise<ExecClient> {
  const socket = await context.client.open(id)
  return socket.send('init_exec', {
    command: placeholder,
    durable_session_name: sessionName,
    resume_from_last_read: true,
  })
}

describe('An exec socket that is cut', () => {
  it.each([
    ['while it is opened', { resetConnection: true }],
    ['as if nobody were there', { status: 503 }],
  ])('%s', async (_title, effect) => {
    const { client } = context
    const { id } = await client.create()
    client.emulator.faults.next('WS /exec', effect)
    await expect(client.run(id, 'true')).rejects.toThrow(/socket hang up|503|ECONNRESET/)
    expect((await client.run(id, 'true')).exit_code).toBe(0)
  })

  it('before anything was read runs no command', async () => {
    const { client } = context
    const { id } = await client.create()
    client.emulator.faults.cutExec('afterOpen')
    const socket = await client.start(id, 'touch ran')
    expect(await socket.closed).toEqual(cutOff)
    expect((await client.run(id, 'ls')).stdout).toBe('')
  })

  it('after the command was read runs it', async () => {
    const { client } = context
    const { id } = await client.create()
    client.emulator.faults.cutExec('afterInit')
    const socket = await client.start(id, 'echo x; touch ran')
    expect(await socket.closed).toEqual(cutOff)
    expect([socket.outputBytes, socket.end]).toEqual([0, undefined])
    await expect.poll(async () => (await client.run(id, 'ls')).stdout).toBe('ran\n')
  })

  it.each<[ExecCut, number]>([
    ['afterFirstByte', 1],
    [{ afterBytes: 7 }, 7],
    [{ afterBytes: 300_000 }, 300_000],
    ['beforeExit', 400_000],
  ])('%j goes on exactly behind what was told', async (when, bytes) => {
    const { client } = context
    const { id } = await client.create()
    client.emulator.faults.cutExec(when)
    const socket = await client.start(id, 'seq 1000000 | head -c 400000; exit 5')
    expect(await socket.closed).toEqual(cutOff)
    expect([socket.outputBytes, socket.end]).toEqual([bytes, undefined])
    const again = await joinAgain(id, socket.sessionName)
    expect(await again.finish()).toEqual({ exit_code: 5 })
    const { stdout } = await client.run(id, 'seq 1000000 | head -c 400000')
    expect(Buffer.concat([socket.stdout, again.stdout]).toString('utf8')).toBe(stdout)
  })

  it('goes on to its end when its client leaves in the middle of much output', async () => {
    const { client } = context
    const { id } = await client.create()
    const socket = await client.start(id, 'yes | head -c 60000000; exit 5')
    await socket.when(() => socket.outputBytes > 1_000_000)
    socket.socket.terminate()
    await socket.closed
    const again = await joinAgain(id, socket.sessionName)
    expect(await again.finish()).toEqual({ exit_code: 5 })
    expect(again.outputBytes).toBeLessThan(60_000_000)
    expect(again.stdout.subarray(-2).toString()).toBe('y\n')
  })

  it('is cut as often as it is ordered, for the sandbox that it is ordered for', async () => {
    const { client } = context
    const [one, two] = [await client.create({ id: 'one' }), await client.create({ id: 'two' })]
    const fault = client.emulator.faults.cutExec('beforeExit', { times: 2, sandboxId: one.id })
    expect((await client.run(two.id, 'true')).exit_code).toBe(0)
    for (let round = 0; round < 2; round += 1) {
      expect(await (await client.start(one.id, 'true')).closed).toEqual(cutOff)
    }
    expect((await client.run(one.id, 'true')).exit_code).toBe(0)
    expect([fault.hits, fault.remaining]).toEqual([2, 0])
  })

  it('finds no command again once the sessions are dropped, and the command goes on', async () => {
    const { client } = context
    const { id } = await client.create()
    client.emulator.faults.cutExec('afterFirstByte')
    const socket = await client.start(id, 'echo x; until [ -e go ]; do sleep 0.01; done; touch done')
    await socket.closed
    await client.emulator.faults.dropSessions(id)
    const again = await joinAgain(id, socket.sessionName)
    await again.finish()
    expect(again.stdout.toString()).toBe('placeholder\n')
    await client.run(id, 'touch go')
    await expect.poll(async () => (await client.run(id, 'ls done')).stdout).toBe('done\n')
  })

  it('leaves the handshake waiting', async () => {
    const { client } = context
    const { id } = await client.create()
    const { wsEndpoint, jwt } = await client.lease(id)
    const fault = client.emulator.faults.next('WS /exec', { latencyMs: 50, status: 401 })
    expect((await refusalOf(wsEndpoint, ['railway-shell', jwt])).status).toBe(401)
    expect(fault.hits).toBe(1)
  })
})

describe('A sandbox that ends by itself', () => {
  it('closes its sockets, and leases are gone', async () => {
    const { client } = context
    const { id } = await client.create({ id: 'mine' })
    await client.run(id, 'echo lost > a')
    const running = await client.start(id, 'echo here; sleep 6402')
    await running.printed(/here/)
    await client.emulator.faults.kill(id)
    expect(await running.closed).toMatchObject({ code: 1011 })
    expect((await client.ask('POST', `/sandbox/${id}/exec-lease`)).status).toBe(410)
    const next = await client.create({ id: 'mine' })
    expect((await client.run(next.id, 'ls')).stdout).toBe('')
    await expect(client.emulator.faults.kill(id)).rejects.toThrow(/expected one that is not destroyed/)
  })

  it('keeps its disk where idle time ends it', async () => {
    const { client } = context
    const { id } = await client.create({ id: 'mine' })
    await client.run(id, 'echo kept > a')
    await client.emulator.faults.expire(id)
    expect((await client.ask('GET', `/sandbox/${id}`)).status).toBe(200)
    const next = await client.create({ id: 'mine' })
    expect((await client.run(next.id, 'cat a')).stdout).toBe('kept\n')
  })

  it('is destroyed when its agent ends', async () => {
    const { client } = context
    const { id } = await client.create()
    const socket = await client.start(id, 'sudo -n pkill -KILL platform-agent')
    await socket.closed
    await expect.poll(async () => (await client.ask('POST', `/sandbox/${id}/exec-lease`)).status).toBe(410)
  })
})

describe('A handshake that stalls', () => {
  it('is never answered, and ends with the emulator', async () => {
    const emulator = await startPlatformEmulator()
    const client = new PlatformClient(emulator)
    try {
      const { id } = await client.create()
      const { wsEndpoint, subprotocol, jwt } = await client.lease(id)
      emulator.faults.next('WS /exec', { stall: true })
      const socket = new WebSocket(wsEndpoint, [subprotocol, jwt])
      onTestFinished(() => socket.terminate())
      const failed = once(socket, 'error')
      await expect.poll(() => emulator.journal.count({ route: 'WS /exec' })).toBe(1)
      expect((await client.run(id, 'true')).exit_code).toBe(0)
      expect(socket.readyState).toBe(socket.CONNECTING)
      await emulator.close()
      await failed
    } finally {
      await emulator.close()
    }
  })
})
