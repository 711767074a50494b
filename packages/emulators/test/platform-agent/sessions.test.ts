import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../daytona/toolbox-process/support/eventually.js'
import { exec, type ExecClient, openExec } from './support/exec-client.js'
import { startTestAgent, startTestAgentHere, type TestAgent } from './support/start-agent.js'

let agent: TestAgent

beforeAll(async () => {
  agent = await startTestAgent()
})

afterAll(() => agent.stop())

const placeholder = 'echo placeholder'

/** Goes on with a command: after what was sent last, or from the beginning. */
async function join(sessionName: string, resumes?: boolean): Promise<ExecClient> {
  const data = { command: placeholder, durable_session_name: sessionName }
  const client = await openExec(agent.url)
  return client.send('init_exec', resumes === undefined ? data : { ...data, resume_from_last_read: resumes })
}

/** Ends the connection as one who stands between does: it knows how much has come to the client. */
async function cut(client: ExecClient, deliveredBytes: number): Promise<void> {
  client.socket.close(4000, `delivered=${deliveredBytes}`)
  await client.closed
}

describe('A command whose socket has closed', () => {
  it('goes on, and is told from the beginning', async () => {
    const client = await exec(agent.url, 'echo one; sleep 0.2; echo two; exit 6')
    await client.printed(/one/)
    client.socket.terminate()
    const again = await join(client.sessionName)
    expect(await again.finish()).toEqual({ exit_code: 6 })
    expect(again.stdout.toString()).toBe('one\ntwo\n')
    expect(again.sessionName).toBe(client.sessionName)
    const afterwards = await join(client.sessionName, false)
    expect(await afterwards.finish()).toEqual({ exit_code: 6 })
    expect(afterwards.stdout.toString()).toBe('one\ntwo\n')
  })

  it('is told after what was sent last', async () => {
    const client = await exec(agent.url, 'echo one; until [ -e go ]; do sleep 0.01; done; echo two; echo three >&2')
    await client.printed(/one/)
    client.socket.terminate()
    const again = await join(client.sessionName, true)
    await writeFile(path.join(agent.home, 'go'), '')
    expect(await again.finish()).toEqual({ exit_code: 0 })
    expect([again.stdout.toString(), again.stderr.toString()]).toEqual(['two\n', 'three\n'])
    const atItsEnd = await join(client.sessionName, true)
    expect(await atItsEnd.finish()).toEqual({ exit_code: 0 })
    expect(atItsEnd.stdout.toString()).toBe('')
  })

  it('is told to the byte, wherever it was cut', async () => {
    const bytes = randomBytes(4 * 1024 * 1024)
    await writeFile(path.join(agent.home, 'random'), bytes)
    const first = await exec(agent.url, 'cat random; cat random >&2; exit 9')
    const heard: { stdout: Buffer[]; stderr: Buffer[] } = { stdout: [], stderr: [] }
    let client = first
    for (let round = 0; round < 8; round += 1) {
      const wanted = 1 + Math.floor(Math.random() * 700_000)
      const current = client
      await current.when(() => current.outputBytes >= wanted)
      await cut(current, wanted)
      const out = current.stdout.subarray(0, Math.max(0, wanted))
      heard.stdout.push(out)
      heard.stderr.push(current.stderr.subarray(0, wanted - out.length))
      client = await join(first.sessionName, true)
    }
    expect(await client.finish()).toEqual({ exit_code: 9 })
    expect(Buffer.concat([...heard.stdout, client.stdout]).equals(bytes)).toBe(true)
    expect(Buffer.concat([...heard.stderr, client.stderr]).equals(bytes)).toBe(true)
  })

  it('takes signals and input from the socket that has joined it', async () => {
    const client = await openExec(agent.url)
    client.send('init_exec', { command: 'echo ready; cat; echo end; sleep 6210' })
    await client.printed(/ready/)
    client.socket.terminate()
    const again = await join(client.sessionName, true)
    again.input('given').send('stdin_close')
    await again.printed(/givenend/)
    expect(await again.signal('TERM').finish()).toEqual({ exit_code: -1, reason: 'signal: SIGTERM' })
  })

  it('keeps 64 MiB of its output, and says how much of it is gone', async () => {
    const client = await exec(
      agent.url,
      'echo first; until [ -e more ]; do sleep 0.01; done; head -c 80000000 /dev/zero; echo last; touch done',
    )
    await client.printed(/first/)
    await cut(client, 6)
    await writeFile(path.join(agent.home, 'more'), '')
    await eventually(() => readFile(path.join(agent.home, 'done')))
    const again = await join(client.sessionName, true)
    expect(await again.finish()).toEqual({ exit_code: 0 })
    const dropped = Number(again.texts[0]?.data['dropped_bytes'])
    expect(again.stdout.length).toBe(80_000_005 - dropped)
    expect(again.stdout.length).toBeGreaterThan(60 * 1024 * 1024)
    expect(again.stdout.length).toBeLessThan(65 * 1024 * 1024)
    expect(again.stdout.subarray(-5).toString()).toBe('last\n')
  })
})

describe('Joining', () => {
  it('takes a session away from the socket that had it', async () => {
    const client = await exec(agent.url, 'echo ready; sleep 6211')
    await client.printed(/ready/)
    const again = await join(client.sessionName)
    await again.printed(/ready/)
    expect((await client.closed).code).toBe(4001)
    await again.signal('KILL').finish()
  })

  it('runs the command that came with it where there is no such session', async () => {
    const client = await join('there-is-none', true)
    expect(await client.finish()).toEqual({ exit_code: 0 })
    expect(client.stdout.toString()).toBe('placeholder\n')
    expect(client.sessionName).toBe('there-is-none')
  })

  it('is not possible where the server keeps no sessions, and the command goes on all the same', async () => {
    const alone = await startTestAgentHere({ durableSessions: false })
    const client = await exec(alone.url, 'echo ready; sleep 0.2; head -c 100000 /dev/zero; touch done')
    await client.printed(/ready/)
    expect(client.texts).toEqual([])
    client.socket.terminate()
    await eventually(() => readFile(path.join(alone.home, 'done')))
    const named = await openExec(alone.url)
    named.send('init_exec', { command: placeholder, durable_session_name: 'a' })
    expect(await named.finish()).toEqual({ exit_code: 0 })
    expect(named.texts.map(({ type }) => type)).toEqual(['exit'])
  })
})
