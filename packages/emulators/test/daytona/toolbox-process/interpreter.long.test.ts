import { DaytonaConnectionError, DaytonaTimeoutError, DaytonaValidationError } from '@daytonaio/sdk'
import { describe, expect, it } from 'vitest'
import { eventually } from './support/eventually.js'
import { isRunning } from './support/is-running.js'
import { openSocket } from './support/open-socket.js'
import { sendWire } from './support/send-wire.js'
import { isRoot, rootOnly, startTestToolbox, testUser } from './support/start-toolbox.js'
import { useSandbox } from './support/use-sandbox.js'

const use = useSandbox({ env: { FROM_CREATION: 'yes' } })

function printed(messages: readonly unknown[]): string {
  const parsed = messages.map((text) => JSON.parse(String(text)) as { text: string })
  return parsed.map(({ text }) => text).join('')
}

async function runOnWire(message: unknown): Promise<{ messages: unknown[]; code: number; reason: string }> {
  const { socket, messages, closed } = await openSocket(`${use().toolbox.url}/process/interpreter/execute`)
  socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  return { ...(await closed), messages: messages.map((text): unknown => JSON.parse(String(text))) }
}

describe('the code interpreter', () => {
  it('keeps names between runs, and both outputs apart', async () => {
    const { codeInterpreter } = use().sandbox
    expect(await codeInterpreter.runCode('x = 40')).toEqual({ stdout: '', stderr: '' })
    const heard: string[] = []
    const result = await codeInterpreter.runCode('import sys\nprint(x + 2)\nprint("é😀", file=sys.stderr)', {
      onStdout: ({ output }) => void heard.push(output),
    })
    expect(result).toEqual({ stdout: '42\n', stderr: 'é😀\n' })
    expect(heard.join('')).toBe('42\n')
  })

  it('reports what the code raises, with its own lines only', async () => {
    const { codeInterpreter } = use().sandbox
    const { error } = await codeInterpreter.runCode('def f():\n    raise ValueError("no")\nf()')
    expect(error).toMatchObject({ name: 'ValueError', value: 'no' })
    expect(error?.traceback).toMatch(
      /^Traceback \(most recent call last\):\n {2}File "<cell \d+>", line 3, in <module>\n/,
    )
    expect(error?.traceback).toContain('raise ValueError("no")')
    expect((await codeInterpreter.runCode('def')).error).toMatchObject({ name: 'SyntaxError' })
    expect((await codeInterpreter.runCode('import sys\nsys.exit(3)')).error).toMatchObject({ name: 'SystemExit' })
    expect((await codeInterpreter.runCode('print("on")')).stdout).toBe('on\n')
  })

  it('gives a run its variables for that run', async () => {
    const { codeInterpreter } = use().sandbox
    const code = 'import os\nprint(os.environ.get("MINE"), os.environ["FROM_CREATION"])'
    expect((await codeInterpreter.runCode(code, { envs: { MINE: 'a b' } })).stdout).toBe('a b yes\n')
    expect((await codeInterpreter.runCode(code)).stdout).toBe('None yes\n')
  })

  it('has all that started programs print before the run has ended', async () => {
    const { codeInterpreter } = use().sandbox
    const code = 'import subprocess\nsubprocess.run("seq 1 20000; echo err >&2", shell=True)'
    const { stdout, stderr } = await codeInterpreter.runCode(code)
    expect(stdout).toBe(`${Array.from({ length: 20_000 }, (_value, index) => index + 1).join('\n')}\n`)
    expect(stderr).toBe('err\n')
    expect((await codeInterpreter.runCode('import sys; sys.stdout.buffer.write(b"raw\\n")')).stdout).toBe('raw\n')
  })

  it('has no input', async () => {
    const { error } = await use().sandbox.codeInterpreter.runCode('input()')
    expect(error?.name).toBe('EOFError')
  })

  it('tells code that is interrupted after its time as a success', async () => {
    const { codeInterpreter } = use().sandbox
    const result = await codeInterpreter.runCode('kept = 1\nprint("before")\nimport time\ntime.sleep(60)', {
      timeout: 1,
    })
    expect(result).toEqual({ stdout: 'before\n', stderr: '' })
    expect((await codeInterpreter.runCode('print(kept)')).stdout).toBe('1\n')
  })

  it('times out for the client where the code ignores that, and starts anew', async () => {
    const { codeInterpreter } = use().sandbox
    const context = await codeInterpreter.createContext()
    const stubborn =
      'import time\nlost = 1\nwhile True:\n  try:\n    time.sleep(60)\n  except KeyboardInterrupt:\n    pass'
    const late = codeInterpreter.runCode(stubborn, { timeout: 1, context })
    await expect(late).rejects.toBeInstanceOf(DaytonaTimeoutError)
    const after = await codeInterpreter.runCode('print("lost" in globals())', { context })
    expect(after.stdout).toBe('False\n')
  })

  it('starts anew after the worker has ended', async () => {
    const { codeInterpreter } = use().sandbox
    const context = await codeInterpreter.createContext()
    const gone = codeInterpreter.runCode('import os\nos._exit(0)', { context })
    await expect(gone).rejects.toBeInstanceOf(DaytonaConnectionError)
    expect((await codeInterpreter.runCode('print(1)', { context })).stdout).toBe('1\n')
  })

  it('runs one thing after the other in a context, and contexts side by side', async () => {
    const { codeInterpreter } = use().sandbox
    const [one, two] = [await codeInterpreter.createContext(), await codeInterpreter.createContext()]
    let begin: () => void = () => undefined
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const code = 'import time\nprint("begun", flush=True)\ntime.sleep(1.5)\nn = 1'
    const slow = codeInterpreter.runCode(code, { context: one, onStdout: () => begin() })
    // The two requests have a connection each, which may overtake one another.
    await begun
    const next = codeInterpreter.runCode('print(n)', { context: one })
    const beside = codeInterpreter.runCode('print("n" in globals())', { context: two })
    const first = await Promise.race([slow.then(() => 'slow'), beside.then(() => 'beside')])
    expect(first).toBe('beside')
    expect((await beside).stdout).toBe('False\n')
    expect((await next).stdout).toBe('1\n')
  })

  it('interrupts code whose client has gone', async () => {
    const { codeInterpreter } = use().sandbox
    const context = await codeInterpreter.createContext()
    const { socket } = await openSocket(`${use().toolbox.url}/process/interpreter/execute`)
    const code =
      'import time\ntry:\n  open("began", "w").close()\n  time.sleep(60)\nfinally:\n  open("left", "w").close()'
    socket.send(JSON.stringify({ code, contextId: context.id }))
    const { sandbox } = use()
    const exists = async (file: string): Promise<void> =>
      expect((await sandbox.process.executeCommand(`test -e ${file}`)).exitCode).toBe(0)
    await eventually(() => exists('began'))
    socket.terminate()
    await eventually(() => exists('left'))
    expect((await codeInterpreter.runCode('print("free")', { context })).stdout).toBe('free\n')
  })

  it.skipIf(!isRoot)(`runs as the sandbox's user (${rootOnly})`, async () => {
    const { stdout } = await use().sandbox.codeInterpreter.runCode('import os\nprint(os.getuid(), os.geteuid())')
    expect(stdout).toBe(`${testUser.uid} ${testUser.uid}\n`)
  })
})

describe('contexts of the code interpreter', () => {
  it('are made, listed without the one that is always there, and deleted', async () => {
    const { codeInterpreter } = use().sandbox
    const context = await codeInterpreter.createContext('/usr')
    expect(context).toEqual({
      id: expect.any(String),
      cwd: '/usr',
      createdAt: expect.any(String),
      active: true,
      language: 'python',
    })
    const { stdout } = await codeInterpreter.runCode('import os\nprint(os.getcwd(), os.getpid())', { context })
    const [cwd, pid] = stdout.trim().split(' ')
    expect(cwd).toBe('/usr')
    const ids = async (): Promise<string[]> => (await codeInterpreter.listContexts()).map(({ id }) => id)
    expect(await ids()).toContain(context.id)
    expect(await ids()).not.toContain('default')
    await codeInterpreter.deleteContext(context)
    expect(await ids()).not.toContain(context.id)
    await eventually(() => expect(isRunning(Number(pid))).toBe(false))
    await expect(codeInterpreter.runCode('1', { context })).rejects.toThrow(/not found \(close code 1008\)/)
  })

  it('are refused where they cannot be', async () => {
    const { codeInterpreter } = use().sandbox
    const { url } = use().toolbox
    await expect(codeInterpreter.createContext('/no/such')).rejects.toBeInstanceOf(DaytonaValidationError)
    const contexts = `${url}/process/interpreter/context`
    expect((await sendWire('POST', contexts, { language: 'ruby' })).status).toBe(400)
    expect((await sendWire('DELETE', `${contexts}/default`)).status).toBe(400)
    expect((await sendWire('DELETE', `${contexts}/nobody`)).status).toBe(404)
  })
})

describe('the code interpreter on the wire', () => {
  it('sends one message after the other as text, the last to say how it ended', async () => {
    const { messages, code } = await runOnWire({ code: 'print("a")\n1/0' })
    expect(messages).toMatchObject([
      { type: 'stdout', text: 'a' },
      { type: 'stdout', text: '\n' },
      { type: 'error', name: 'ZeroDivisionError', value: 'division by zero' },
      { type: 'control', text: 'completed' },
    ])
    expect(code).toBe(1000)
  })

  it.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['no code', '{}'],
    ['code that is no text', { code: 1 }],
    ['a negative time', { code: '1', timeout: -1 }],
    ['a time that is no number', { code: '1', timeout: 'soon' }],
    ['an unknown context', { code: '1', contextId: 'nobody' }],
    ['a bad name of a variable', { code: '1', envs: { 'A B': '' } }],
  ])('closes with 1008 for %s', async (_name, message) => {
    expect(await runOnWire(message)).toMatchObject({ code: 1008, messages: [] })
  })

  it('waits for a client that does not read, instead of filling memory', async () => {
    const { toolbox, sandbox } = use()
    const context = await sandbox.codeInterpreter.createContext()
    const { socket } = await openSocket(`${toolbox.url}/process/interpreter/execute`)
    const memory = async (): Promise<number> => {
      const { result } = await sandbox.process.executeCommand(`grep VmRSS /proc/${toolbox.pid}/status | tr -dc 0-9`)
      return Number(result) * 1024
    }
    const before = await memory()
    socket.pause()
    const code = 'for i in range(3000):\n  print("x" * 100000)\nopen("all-printed", "w").close()'
    socket.send(JSON.stringify({ code, contextId: context.id }))
    const { result } = await sandbox.process.executeCommand('sleep 2; ls all-printed 2>/dev/null')
    expect(result).toBe('')
    expect((await memory()) - before).toBeLessThan(150_000_000)
  })
})

describe('the end of the daemon', () => {
  it('ends workers and what they have started', async () => {
    const toolbox = await startTestToolbox()
    const { socket, messages } = await openSocket(`${toolbox.url}/process/interpreter/execute`)
    const code =
      'import os, subprocess\np = subprocess.Popen(["sleep", "6789"])\nprint(os.getpid(), p.pid, flush=True)\np.wait()'
    socket.send(JSON.stringify({ code }))
    const pids = await eventually(() => {
      const found = /(\d+) (\d+)\n/.exec(printed(messages))
      expect(found).not.toBeNull()
      return found?.slice(1).map(Number) ?? []
    })
    expect(pids.map(isRunning)).toEqual([true, true])
    await toolbox.stop()
    await eventually(() => expect(pids.map(isRunning)).toEqual([false, false]))
  })
})
