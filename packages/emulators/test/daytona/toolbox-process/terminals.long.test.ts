import { request } from 'node:http'
import { DaytonaConnectionError, DaytonaNotFoundError, type PtyHandle } from '@daytonaio/sdk'
import { describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from './support/eventually.js'
import { isRunning } from './support/is-running.js'
import { openSocket, refusedStatus } from './support/open-socket.js'
import { sendWire } from './support/send-wire.js'
import { isRoot, rootOnly, startTestToolbox, testUser } from './support/start-toolbox.js'
import { useSandbox } from './support/use-sandbox.js'

const use = useSandbox({ env: { FROM_CREATION: 'yes' } })
const exitControl = 'X-Daytona-Pty-Exit-Control'

let nextId = 0

interface Shown {
  readonly handle: PtyHandle
  readonly id: string
  text(): string
}

async function open(
  options: { cwd?: string; envs?: Record<string, string>; cols?: number; rows?: number } = {},
): Promise<Shown> {
  const id = `terminal-${(nextId += 1)}`
  const decoder = new TextDecoder()
  let text = ''
  const onData = (data: Uint8Array): void => void (text += decoder.decode(data, { stream: true }))
  const handle = await use().sandbox.process.createPty({ id, onData, ...options })
  onTestFinished(() => handle.disconnect())
  return { handle, id, text: () => text }
}

describe('a terminal', () => {
  it('runs an interactive login shell in the given directory with the given variables and size', async () => {
    const { handle, text } = await open({ cwd: '/usr', envs: { MINE: 'a b' }, cols: 132, rows: 43 })
    await handle.sendInput('shopt -q login_shell && echo lo""gin; [[ $- == *i* ]] && echo inter""active\n')
    await handle.sendInput('echo "<$PWD|$MINE|$FROM_CREATION|$TERM|$(stty size)>"; exit\n')
    expect(await handle.wait()).toEqual({ exitCode: 0, error: undefined })
    expect(text()).toContain('login')
    expect(text()).toContain('interactive')
    expect(text()).toContain('</usr|a b|yes|xterm-256color|43 132>')
  })

  it.each([
    ['exit 3', 3, 'non-zero exit'],
    ['exit 130', 130, 'Ctrl+C'],
    ['kill -9 $$', 137, 'SIGKILL'],
    ['exit 143', 143, 'SIGTERM'],
    ['exit 129', 129, 'signal 1'],
  ])('tells its end: %s', async (command, exitCode, error) => {
    const { handle } = await open()
    await handle.sendInput(`${command}\n`)
    expect(await handle.wait()).toEqual({ exitCode, error })
  })

  it('is resized', async () => {
    const { handle, text } = await open()
    expect(await handle.resize(100, 30)).toMatchObject({ cols: 100, rows: 30, active: true })
    await handle.sendInput('echo "<$(stty size)>"; exit\n')
    await handle.wait()
    expect(text()).toContain('<30 100>')
  })

  it('is killed with all that runs on it', async () => {
    const { handle } = await open()
    const marker = `caisson-pty-${nextId}`
    await handle.sendInput(`sh -c 'sleep 991; : ${marker}' & sh -c 'sleep 992; : ${marker}'\n`)
    const count = `ps -eo args | grep -c '[s]leep 99.; : ${marker}'`
    const { sandbox } = use()
    await eventually(async () => expect((await sandbox.process.executeCommand(count)).result).toBe('2\n'))
    await handle.kill()
    expect(await handle.wait()).toEqual({ exitCode: 137, error: 'SIGKILL' })
    expect((await sandbox.process.executeCommand(count)).result).toBe('0\n')
  })

  it('is listed until it has ended', async () => {
    const { sandbox, toolbox } = use()
    const { handle, id } = await open({ envs: { A: '1' } })
    expect(await sandbox.process.getPtySessionInfo(id)).toEqual({
      id,
      cwd: toolbox.home,
      envs: { A: '1' },
      cols: 80,
      rows: 24,
      createdAt: expect.any(String),
      active: true,
      lazyStart: false,
    })
    expect((await sandbox.process.listPtySessions()).map((session) => session.id)).toContain(id)
    await handle.sendInput('exit\n')
    await handle.wait()
    expect((await sandbox.process.listPtySessions()).map((session) => session.id)).not.toContain(id)
    await expect(sandbox.process.getPtySessionInfo(id)).rejects.toBeInstanceOf(DaytonaNotFoundError)
    await expect(sandbox.process.killPtySession(id)).rejects.toBeInstanceOf(DaytonaNotFoundError)
  })

  it('lives on without clients, and shows a new one what comes from then on', async () => {
    const { sandbox } = use()
    const first = await open()
    await first.handle.sendInput('X=kept; echo ea""rly\n')
    await eventually(() => expect(first.text()).toContain('early'))
    await first.handle.disconnect()
    let text = ''
    const second = await sandbox.process.connectPty(first.id, {
      onData: (data) => void (text += new TextDecoder().decode(data)),
    })
    await second.sendInput('echo "<$X>"; exit 5\n')
    expect(await second.wait()).toMatchObject({ exitCode: 5 })
    expect(text).toContain('<kept>')
    expect(text).not.toContain('early')
  })

  it('has several clients at once', async () => {
    const { sandbox } = use()
    const first = await open()
    let text = ''
    const second = await sandbox.process.connectPty(first.id, {
      onData: (data) => void (text += new TextDecoder().decode(data)),
    })
    await first.handle.sendInput('echo to""gether; exit\n')
    await Promise.all([first.handle.wait(), second.wait()])
    expect(first.text()).toContain('together')
    expect(text).toContain('together')
  })

  it('sends all of a large output, byte for byte', async () => {
    const { handle, text } = await open()
    await handle.sendInput('stty -opost; seq 1 200000 | cksum; seq 1 200000; echo do""ne; exit\n')
    await handle.wait()
    const lines = Array.from({ length: 200_000 }, (_value, index) => index + 1).join('\n')
    expect(text()).toContain(`${lines}\ndone`)
  })

  it.skipIf(!isRoot)(`is the sandbox's user's (${rootOnly})`, async () => {
    const { handle, text } = await open()
    await handle.sendInput('echo "<$(id -u) $(stat -c %u $(tty))>"; echo opened >$(tty); exit\n')
    await handle.wait()
    expect(text()).toContain(`<${testUser.uid} ${testUser.uid}>`)
  })
})

describe('a terminal that cannot be', () => {
  it('is told to the client where its directory is missing', async () => {
    const failed = use().sandbox.process.createPty({ id: 'no-directory', cwd: '/no/such', onData: () => undefined })
    await expect(failed).rejects.toMatchObject({ message: expect.stringContaining('chdir /no/such') })
    await expect(failed).rejects.toBeInstanceOf(DaytonaConnectionError)
    expect((await sendWire('GET', `${use().toolbox.url}/process/pty/no-directory`)).status).toBe(404)
  })

  it('is told to the client where nobody has the id', async () => {
    const failed = use().sandbox.process.connectPty('nobody', { onData: () => undefined })
    await expect(failed).rejects.toMatchObject({ message: 'PTY session not found' })
  })

  it.each([
    ['an id that is taken', 'id=taken', 409],
    ['no id', 'cols=80', 400],
    ['too many columns', 'id=x&cols=1001', 400],
    ['no rows', 'id=x&rows=0', 400],
    ['columns that are no number', 'id=x&cols=many', 400],
  ])('is refused: %s', async (_name, query, status) => {
    const { toolbox } = use()
    await sendWire('POST', `${toolbox.url}/process/pty`, { id: 'taken', lazyStart: true })
    expect(await refusedStatus(`${toolbox.url}/process/pty/create-connect?${query}`, [exitControl])).toBe(status)
  })

  it('is refused with variables that are no JSON', async () => {
    const url = `${use().toolbox.url}/process/pty/create-connect?id=x`
    expect(await refusedStatus(url, ['X-Daytona-Pty-Envs~bm8', exitControl])).toBe(400)
    const badName = Buffer.from('{"A-B":"1"}').toString('base64url')
    expect(await refusedStatus(url, [`X-Daytona-Pty-Envs~${badName}`, exitControl])).toBe(400)
  })

  it('is not resized to what is no size', async () => {
    const { toolbox } = use()
    const { id } = await open()
    const resize = (body: unknown): Promise<{ status: number }> =>
      sendWire('POST', `${toolbox.url}/process/pty/${id}/resize`, body)
    expect((await resize({ cols: 0, rows: 10 })).status).toBe(400)
    expect((await resize({ cols: 10 })).status).toBe(400)
    expect((await resize({ cols: 10, rows: 1001 })).status).toBe(400)
    expect((await sendWire('POST', `${toolbox.url}/process/pty/nobody/resize`, { cols: 10, rows: 10 })).status).toBe(
      404,
    )
  })
})

describe('a terminal on the wire', () => {
  it('names one protocol and never the one with the variables', async () => {
    const envs = `X-Daytona-Pty-Envs~${Buffer.from('{"A":"1"}').toString('base64url')}`
    const url = `${use().toolbox.url}/process/pty/create-connect?id=wire-1`
    const { socket, messages, closed } = await openSocket(url, [envs, exitControl])
    expect(socket.protocol).toBe(exitControl)
    await eventually(() => expect(messages[0]).toBe('{"type":"control","status":"connected"}'))
    socket.send('echo "<$A>"; exit 7\n')
    expect(await closed).toEqual({ code: 1011, reason: '{"exitCode":7,"exitReason":"non-zero exit"}' })
    const last = messages.at(-1)
    expect(JSON.parse(String(last))).toEqual({
      type: 'control',
      status: 'exited',
      exitCode: 7,
      exitReason: 'non-zero exit',
    })
    const output = messages.slice(1, -1)
    expect(output.every((message) => Buffer.isBuffer(message))).toBe(true)
    expect(Buffer.concat(output as Buffer[]).toString()).toContain('<1>')
  })

  it('tells its end only by closing to a client that offers nothing', async () => {
    const { socket, messages, closed } = await openSocket(`${use().toolbox.url}/process/pty/create-connect?id=wire-2`)
    expect(socket.protocol).toBe('')
    await eventually(() => expect(messages.length).toBeGreaterThan(0))
    socket.send(Buffer.from('exit\n'))
    expect(await closed).toEqual({ code: 1000, reason: '{"exitCode":0}' })
    expect(messages.filter((message) => typeof message === 'string')).toEqual([
      '{"type":"control","status":"connected"}',
    ])
  })

  it('is made first and connected to afterwards by older clients', async () => {
    const { toolbox } = use()
    const created = await sendWire('POST', `${toolbox.url}/process/pty`, {
      id: 'old',
      lazyStart: true,
      envs: { A: '1' },
    })
    expect(created).toMatchObject({ status: 201, body: { sessionId: 'old' } })
    const view = async (): Promise<unknown> => (await sendWire('GET', `${toolbox.url}/process/pty/old`)).body
    expect(await view()).toMatchObject({ active: false, lazyStart: true })
    const { socket, messages, closed } = await openSocket(`${toolbox.url}/process/pty/old/connect`)
    await eventually(async () => expect(await view()).toMatchObject({ active: true }))
    socket.send('echo "<$A>"; exit\n')
    expect((await closed).code).toBe(1000)
    expect(messages.join('')).toContain('<1>')
  })

  it('is forgotten where the client asked for no WebSocket after all', async () => {
    const { toolbox } = use()
    const headers = { Connection: 'Upgrade', Upgrade: 'websocket' }
    const url = new URL(`${toolbox.url}/process/pty/create-connect?id=no-key`)
    const status = await new Promise((resolve, reject) => {
      request(url, { headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end()
    })
    expect(status).toBe(400)
    await eventually(async () => expect((await sendWire('GET', `${toolbox.url}/process/pty/no-key`)).status).toBe(404))
  })

  it('waits for a client that does not read, instead of filling memory', async () => {
    const { toolbox, sandbox } = use()
    const { socket, messages } = await openSocket(`${toolbox.url}/process/pty/create-connect?id=slow`)
    await eventually(() => expect(messages.length).toBeGreaterThan(0))
    socket.pause()
    socket.send('head -c 300000000 /dev/zero | tr "\\0" x | fold -w 79; exit\n')
    const memory = async (): Promise<number> => {
      const { result } = await sandbox.process.executeCommand(`grep VmRSS /proc/${toolbox.pid}/status | tr -dc 0-9`)
      return Number(result) * 1024
    }
    const before = await memory()
    const { result } = await sandbox.process.executeCommand('sleep 2; pgrep -c fold')
    expect(result).toBe('1\n')
    expect((await memory()) - before).toBeLessThan(150_000_000)
    socket.resume()
    await sandbox.process.killPtySession('slow')
  })
})

describe('the end of the daemon', () => {
  it('ends terminals and what runs on them', async () => {
    const toolbox = await startTestToolbox()
    const { messages, socket } = await openSocket(`${toolbox.url}/process/pty/create-connect?id=last`)
    await eventually(() => expect(messages.length).toBeGreaterThan(0))
    socket.send('sleep 6543 & echo "<$!>"\n')
    const pid = await eventually(() => {
      const found = /<(\d+)>/.exec(messages.slice(1).join(''))
      expect(found).not.toBeNull()
      return Number(found?.[1])
    })
    expect(isRunning(pid)).toBe(true)
    await toolbox.stop()
    expect(isRunning(pid)).toBe(false)
  })
})
