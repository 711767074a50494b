import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { eventually } from './support/eventually.js'
import { isRunning } from './support/is-running.js'
import { openSocket } from './support/open-socket.js'
import { sendWire } from './support/send-wire.js'
import { useSandbox } from './support/use-sandbox.js'
import { useSession } from './support/use-session.js'

const use = useSandbox()
const session = useSession(use)

/** How much memory the daemon has ever had. */
async function peakBytes(): Promise<number> {
  const { toolbox, sandbox } = use()
  const { result } = await sandbox.process.executeCommand(`grep VmHWM /proc/${toolbox.pid}/status | tr -dc 0-9`)
  return Number(result) * 1024
}

describe('the deletion of a session', () => {
  it('asks the whole tree to end, and kills what resists after five seconds', async () => {
    const { id, begin } = await session()
    const { process: sdk } = use().sandbox
    const cmdId = await begin(
      `sh -c 'trap "echo asked; exit" TERM; while :; do sleep 0.1; done' & echo $!; ` +
        `setsid sh -c 'trap "" TERM; echo $$; sleep 6500' & wait`,
    )
    const pids = await eventually(async () => {
      const { stdout = '' } = await sdk.getSessionCommandLogs(id, cmdId)
      const found = stdout.trim().split('\n').map(Number)
      expect(found).toHaveLength(2)
      return found
    })
    expect(pids.map(isRunning)).toEqual([true, true])
    await sdk.deleteSession(id)
    await eventually(() => expect(pids.map(isRunning)).toEqual([false, false]))
  })
})

describe('an output of a hundred megabytes', () => {
  const lines = 'yes "a line of twenty by" | head -c 104857600'

  it('reaches a client that follows a session, in bounded memory', async () => {
    const { id, begin } = await session()
    const cmdId = await begin(lines)
    const url = `${use().toolbox.url}/process/session/${id}/command/${cmdId}/logs?follow=true`
    const { socket, messages, closed } = await openSocket(url)
    let bytes = 0
    socket.on('message', (data: Buffer) => {
      bytes += data.length
      // They are kept for other tests; here they are only counted.
      ;(messages as unknown[]).length = 0
    })
    expect((await closed).code).toBe(1000)
    const count = Math.ceil(104_857_600 / 'a line of twenty by\n'.length)
    // Each line has its marker, and the last one, which was cut off, has got a line end.
    expect(bytes).toBe(104_857_600 + 3 * count + (104_857_600 % 'a line of twenty by\n'.length === 0 ? 0 : 1))
    expect(await peakBytes()).toBeLessThan(300_000_000)
  })

  it('is answered by execute and by a session that is waited for, in bounded memory', async () => {
    const { id } = await session()
    const { url } = use().toolbox
    const executed = await sendWire('POST', `${url}/process/execute`, { command: lines })
    const { exitCode, result } = executed.body as { exitCode: number; result: string }
    expect(exitCode).toBe(0)
    expect(result.length).toBe(104_857_600)
    const ran = await sendWire('POST', `${url}/process/session/${id}/exec`, { command: lines })
    const { stdout, stderr } = ran.body as { stdout: string; stderr: string }
    expect(createHash('sha256').update(`${result.trimEnd()}\n`).digest('hex')).toBe(
      createHash('sha256').update(`${stdout.trimEnd()}\n`).digest('hex'),
    )
    expect(stderr).toBe('')
    expect(await peakBytes()).toBeLessThan(300_000_000)
  })

  it('may be one line', async () => {
    const { id } = await session()
    const command = 'head -c 104857600 /dev/zero | tr "\\0" x'
    const ran = await sendWire('POST', `${use().toolbox.url}/process/session/${id}/exec`, { command })
    const { stdout } = ran.body as { stdout: string }
    expect(stdout.length).toBe(104_857_601)
    expect(stdout.endsWith('x\n')).toBe(true)
    expect(await peakBytes()).toBeLessThan(300_000_000)
  })
})

describe('a client that does not read the log of a command', () => {
  it('does not hold the command up nor fill memory where a client does not read', async () => {
    const { id, begin } = await session()
    const { toolbox, sandbox } = use()
    const memory = async (): Promise<number> => {
      const { result } = await sandbox.process.executeCommand(`grep VmRSS /proc/${toolbox.pid}/status | tr -dc 0-9`)
      return Number(result) * 1024
    }
    const before = await memory()
    const cmdId = await begin('head -c 400000000 /dev/zero | tr "\\0" x | fold -w 99')
    const { socket } = await openSocket(`${toolbox.url}/process/session/${id}/command/${cmdId}/logs?follow=true`)
    socket.pause()
    await vi.waitFor(async () => {
      expect((await sandbox.process.getSessionCommand(id, cmdId)).exitCode).toBe(0)
    }, 120_000)
    expect((await memory()) - before).toBeLessThan(200_000_000)
  })
})

describe('many sessions', () => {
  it('run side by side and leave nothing', async () => {
    const { url } = use().toolbox
    const descriptors = (): number => readdirSync(`/proc/${use().toolbox.pid}/fd`).length
    const one = async (index: number): Promise<void> => {
      const sessions = `${url}/process/session`
      await sendWire('POST', sessions, { sessionId: `many-${index}` })
      const { body } = await sendWire('POST', `${sessions}/many-${index}/exec`, { command: `echo ${index}` })
      expect(body).toMatchObject({ stdout: `${index}\n`, exitCode: 0 })
      expect((await sendWire('DELETE', `${sessions}/many-${index}`)).status).toBe(204)
    }
    await one(0)
    const before = descriptors()
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(Array.from({ length: 20 }, (_value, index) => one(1 + round * 20 + index)))
    }
    expect(descriptors()).toBeLessThanOrEqual(before + 60)
  })
})
