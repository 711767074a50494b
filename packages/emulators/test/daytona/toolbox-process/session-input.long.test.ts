import { DaytonaCommandAlreadyCompletedError } from '@daytonaio/sdk'
import { describe, expect, it } from 'vitest'
import { eventually } from './support/eventually.js'
import { sendWire } from './support/send-wire.js'
import { useSandbox } from './support/use-sandbox.js'
import { useSession } from './support/use-session.js'

const use = useSandbox()
const session = useSession(use)

async function printedBy(id: string, cmdId: string): Promise<string> {
  await eventually(async () => {
    expect((await use().sandbox.process.getSessionCommand(id, cmdId)).exitCode).toBeTypeOf('number')
  })
  return (await use().sandbox.process.getSessionCommandLogs(id, cmdId)).stdout ?? ''
}

describe('input of a session', () => {
  it('ends at once for a command that is waited for', async () => {
    const { run } = await session()
    expect(await run('cat; read x; echo "<$x>"')).toMatchObject({ stdout: '<>\n', exitCode: 0 })
  })

  it('is echoed into the output of the command, unless that is suppressed', async () => {
    const { id, begin } = await session()
    const { process: sdk } = use().sandbox
    const command = 'read x; echo "got $x"'
    const shown = await begin(command)
    await sdk.sendSessionCommandInput(id, shown, 'yo')
    expect(await printedBy(id, shown)).toBe('yo\ngot yo\n')
    const hidden = await begin(command, true)
    await sdk.sendSessionCommandInput(id, hidden, 'yo')
    expect(await printedBy(id, hidden)).toBe('got yo\n')
  })

  it('gets a line end where it has none, and only there', async () => {
    const { id, begin } = await session()
    const { process: sdk } = use().sandbox
    const cmdId = await begin('head -n 3 | od -An -c', true)
    await sdk.sendSessionCommandInput(id, cmdId, 'a')
    await sdk.sendSessionCommandInput(id, cmdId, 'b\nc\n')
    expect((await printedBy(id, cmdId)).replaceAll(/\s+/g, '')).toBe(String.raw`a\nb\nc\n`)
  })

  it('reaches a command that has not begun yet when it begins', async () => {
    const { id, begin } = await session()
    const { process: sdk } = use().sandbox
    const first = await begin('read x', true)
    const second = await begin('read y; echo "second $y"', true)
    const sent = sdk.sendSessionCommandInput(id, second, 'for the second')
    await sdk.sendSessionCommandInput(id, first, 'for the first')
    await sent
    expect(await printedBy(id, second)).toBe('second for the second\n')
  })

  it('never ends for a command that is not waited for', async () => {
    const { id, begin } = await session()
    const { process: sdk } = use().sandbox
    const cmdId = await begin('cat; echo ended', true)
    await sdk.sendSessionCommandInput(id, cmdId, 'x')
    await eventually(async () => expect((await sdk.getSessionCommandLogs(id, cmdId)).stdout).toBe('x\n'))
    expect((await sdk.getSessionCommand(id, cmdId)).exitCode).toBeUndefined()
  })

  it('is gone with the command', async () => {
    const { id, run, begin } = await session()
    const { process: sdk } = use().sandbox
    const { cmdId } = await run('echo x')
    const late = sdk.sendSessionCommandInput(id, cmdId, 'x')
    await expect(late).rejects.toBeInstanceOf(DaytonaCommandAlreadyCompletedError)
    await expect(late).rejects.toMatchObject({ statusCode: 410 })
    const unread = await begin('sleep 1')
    const stuck = sdk.sendSessionCommandInput(id, unread, 'x'.repeat(1_000_000))
    await expect(stuck).rejects.toBeInstanceOf(DaytonaCommandAlreadyCompletedError)
  })

  it('cannot be sent to a command that is waited for', async () => {
    const { id, run } = await session()
    const { process: sdk } = use().sandbox
    const running = run('sleep 1')
    const cmdId = await eventually(async () => {
      const { commands } = await sdk.getSession(id)
      expect(commands).toHaveLength(1)
      return commands?.[0]?.id ?? ''
    })
    await expect(sdk.sendSessionCommandInput(id, cmdId, 'x')).rejects.toMatchObject({ statusCode: 500 })
    await running
  })

  it.each(['{', '{}', '{"data":1}'])('is refused where it is malformed: %s', async (body) => {
    const { id, begin } = await session()
    const cmdId = await begin('cat')
    const url = `${use().toolbox.url}/process/session/${id}/command/${cmdId}/input`
    expect((await sendWire('POST', url, body)).status).toBe(400)
  })
})
