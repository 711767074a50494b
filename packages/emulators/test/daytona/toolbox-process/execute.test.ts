import { DaytonaProcessExecutionTimeoutError, DaytonaTimeoutError, DaytonaValidationError } from '@daytonaio/sdk'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { whyOthersCannotRun } from '../../daemon/support/why-others-cannot-run.js'
import { eventually } from './support/eventually.js'
import { isRunning } from './support/is-running.js'
import { sendWire } from './support/send-wire.js'
import { isRoot, rootOnly, startTestToolbox, testUser } from './support/start-toolbox.js'
import { useSandbox } from './support/use-sandbox.js'

const use = useSandbox({ env: { FROM_CREATION: 'a b' } })

describe('execute', () => {
  it('merges both outputs into one text, in their order', async () => {
    const { sandbox } = use()
    const command = 'for i in 1 2 3 4 5; do echo o$i; echo e$i >&2; done; exit 4'
    const answer = await sandbox.process.executeCommand(command)
    expect(answer.result).toBe('o1\ne1\no2\ne2\no3\ne3\no4\ne4\no5\ne5\n')
    expect(answer.exitCode).toBe(4)
  })

  it('keeps nothing of a call for the next', async () => {
    const { sandbox, toolbox } = use()
    await sandbox.process.executeCommand('cd /tmp; A=1')
    expect((await sandbox.process.executeCommand('echo $A$PWD')).result).toBe(`${toolbox.home}\n`)
  })

  it('feeds the command to the shell, so that a program takes what comes after it', async () => {
    const { sandbox } = use()
    expect((await sandbox.process.executeCommand('read x\necho a\necho b')).result).toBe('b\n')
  })

  it('ends the input after the command', async () => {
    const { sandbox } = use()
    expect(await sandbox.process.executeCommand('cat')).toMatchObject({ result: '', exitCode: 0 })
  })

  it('has the variables of creation and of the request, whatever they hold', async () => {
    const { sandbox } = use()
    const value = `a b\n'"$HOME\`id\`\\n=é😀`
    const answer = await sandbox.process.executeCommand('printf %s "$FROM_CREATION/$V"', undefined, { V: value })
    expect(answer.result).toBe(`a b/${value}`)
  })

  it('starts in the given directory, which may be relative', async () => {
    const { sandbox, toolbox } = use()
    await sandbox.process.executeCommand('mkdir -p sub')
    expect((await sandbox.process.executeCommand('pwd', '/usr')).result).toBe('/usr\n')
    expect((await sandbox.process.executeCommand('pwd', 'sub')).result).toBe(`${toolbox.home}/sub\n`)
  })

  it('answers exit code -1 for a directory that is not there', async () => {
    const { sandbox } = use()
    const missing = await sandbox.process.executeCommand('echo x', '/no/such')
    expect(missing).toMatchObject({ exitCode: -1, result: 'chdir /no/such: no such file or directory' })
    const file = await sandbox.process.executeCommand('echo x', '/etc/passwd')
    expect(file).toMatchObject({ exitCode: -1, result: 'chdir /etc/passwd: not a directory' })
  })

  it('tells a signal of a child as 128 and its number, and that of the shell as -1', async () => {
    const { sandbox } = use()
    expect((await sandbox.process.executeCommand('sh -c "kill -9 \\$\\$"')).exitCode).toBe(137)
    expect((await sandbox.process.executeCommand('kill -9 $$')).exitCode).toBe(-1)
  })

  it('waits for all who hold the output', async () => {
    const { sandbox } = use()
    const answer = await sandbox.process.executeCommand('(sleep 0.5; echo late) & echo early')
    expect(answer.result).toBe('early\nlate\n')
  })

  it('kills the process group after the time and loses what was printed', async () => {
    const { sandbox } = use()
    const marker = `caisson-${Math.random()}`
    const late = sandbox.process.executeCommand(
      `echo partial; sh -c 'sleep 77 # ${marker}' & sleep 78`,
      undefined,
      {},
      1,
    )
    const failure = await late.then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(DaytonaProcessExecutionTimeoutError)
    expect(failure).toBeInstanceOf(DaytonaTimeoutError)
    expect(failure).toMatchObject({
      statusCode: 408,
      code: 'PROCESS_EXECUTION_TIMEOUT',
      source: 'DAYTONA_DAEMON',
      message: 'request timeout: command execution timeout',
    })
    const found = await sandbox.process.executeCommand(`ps -ef | grep -- '${marker}' | grep -vc grep`)
    expect(found.result).toBe('0\n')
  })

  it('gives programs pipes that can be opened by name', async () => {
    const { sandbox } = use()
    const answer = await sandbox.process.executeCommand('echo a >/dev/stdout; echo b >/dev/stderr; cat /dev/stdin')
    expect(answer).toMatchObject({ exitCode: 0, result: 'a\nb\n' })
  })

  it.skipIf(!isRoot)(`runs as the sandbox's user (${rootOnly})`, async () => {
    const { sandbox } = use()
    const answer = await sandbox.process.executeCommand('id -u; id -ru; id -g; id -G; grep ^CapEff /proc/self/status')
    expect(answer.result).toMatch(new RegExp(`^(?:${testUser.uid}\n){4}CapEff:\\s0+\n$`))
  })

  it('answers with what is no UTF-8 as replacement characters', async () => {
    const { sandbox } = use()
    expect((await sandbox.process.executeCommand(String.raw`printf 'a\377b\0c'`)).result).toBe('a\uFFFDb\0c')
  })

  it('answers with all of a large output', async () => {
    const { sandbox, toolbox } = use()
    const { result } = await sandbox.process.executeCommand('seq 1 300000')
    expect(result).toBe(`${Array.from({ length: 300_000 }, (_value, index) => index + 1).join('\n')}\n`)
    expect(readdirSync(path.join(toolbox.home, '.daytona/requests'))).toEqual([])
  })

  it('leaves the next command a process environment that was changed meanwhile', async () => {
    const { sandbox, toolbox } = use()
    await sendWire('POST', `${toolbox.url}/env`, { set: { LATER: 'yes' } })
    expect((await sandbox.process.executeCommand('echo $LATER')).result).toBe('yes\n')
  })
})

describe('a malformed request to execute', () => {
  it.each([
    ['an empty command', { command: '' }],
    ['no command', {}],
    ['a command that is no text', { command: 7 }],
    ['a fraction of a second', { command: 'echo x', timeout: 1.5 }],
    ['a negative time', { command: 'echo x', timeout: -1 }],
    ['a time that is too large', { command: 'echo x', timeout: 2 ** 32 }],
    ['a bad name of a variable', { command: 'echo x', envs: { 'A-B': '1' } }],
    ['an empty name of a variable', { command: 'echo x', envs: { '': '1' } }],
    ['a variable with a zero byte', { command: 'echo x', envs: { A: '\0' } }],
    ['a variable that is no text', { command: 'echo x', envs: { A: 1 } }],
    ['a directory with a zero byte', { command: 'echo x', cwd: '/a\0' }],
    ['a list', []],
    ['no JSON', '{'],
  ])('is refused: %s', async (_name, body) => {
    const answer = await sendWire('POST', `${use().toolbox.url}/process/execute`, body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      statusCode: 400,
      source: 'DAYTONA_DAEMON',
      path: '/process/execute',
      method: 'POST',
    })
  })

  it('is a validation error for the client', async () => {
    await expect(use().sandbox.process.executeCommand('')).rejects.toBeInstanceOf(DaytonaValidationError)
  })
})

describe('code-run', () => {
  it('runs Python with its arguments taken apart by a shell', async () => {
    const { sandbox } = use()
    const answer = await sandbox.process.codeRun('import sys, os\nprint(sys.argv[1:], os.environ["A"])\nsys.exit(3)', {
      argv: ['a b', '$HOME'],
      env: { A: '1' },
    })
    expect(answer).toMatchObject({ exitCode: 3, result: `['a', 'b', '${use().toolbox.home}'] 1\n` })
  })

  it.for([
    ['javascript', 'console.log(process.argv.slice(2).join())', 'x,y\n'],
    ['typescript', 'enum E { A = 5 }\nconst n: number = E.A; console.log(n, process.argv.slice(2).join())', '5 x,y\n'],
  ] as const)('runs %s', async ([language, code, result], { skip }) => {
    // It is run by the daemon's own Node.
    const obstacle = language === 'typescript' ? whyOthersCannotRun(process.execPath) : undefined
    skip(obstacle !== undefined, obstacle)
    const body = { code, language, argv: ['x', 'y'] }
    const answer = await sendWire('POST', `${use().toolbox.url}/process/code-run`, body)
    expect(answer).toMatchObject({ status: 200, body: { exitCode: 0, result } })
  })

  it('takes charts out of the output', async () => {
    const chart = { type: 'line', title: 't', elements: [] }
    const line = `dtn_artifact_k39fd2:${JSON.stringify({ type: 'chart', value: chart })}`
    const code = `print("before")\nprint(${JSON.stringify(line)})\nprint("dtn_artifact_k39fd2:no")\nprint("after", end="")`
    const answer = await use().sandbox.process.codeRun(code)
    expect(answer.result).toBe('before\ndtn_artifact_k39fd2:no\nafter')
    expect(answer.artifacts?.charts).toMatchObject([chart])
  })

  it('is ended after the time', async () => {
    const late = use().sandbox.process.codeRun('import time\ntime.sleep(60)', undefined, 1)
    await expect(late).rejects.toBeInstanceOf(DaytonaProcessExecutionTimeoutError)
  })

  it.each([
    ['another language', { code: 'x', language: 'cobol' }],
    ['a name that every object has', { code: 'x', language: 'constructor' }],
    ['no language', { code: 'x' }],
    ['no code', { language: 'python' }],
    ['arguments that are no texts', { code: 'x', language: 'python', argv: [1] }],
  ])('refuses %s', async (_name, body) => {
    expect((await sendWire('POST', `${use().toolbox.url}/process/code-run`, body)).status).toBe(400)
  })
})

describe('the end of the daemon', () => {
  it('ends the programs that requests wait for', async () => {
    const toolbox = await startTestToolbox()
    const pidFile = path.join(toolbox.home, 'pids')
    const command = `sleep 6601 & echo $! $$ > ${pidFile}; wait`
    const answer = sendWire('POST', `${toolbox.url}/process/execute`, { command }).catch(() => undefined)
    const pids = await eventually(() => readFileSync(pidFile, 'utf8').trim().split(' ').map(Number))
    expect(pids.map(isRunning)).toEqual([true, true])
    await toolbox.stop()
    await answer
    await eventually(() => expect(pids.map(isRunning)).toEqual([false, false]))
  })
})
