import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  createCodeMode,
  StdioCodeModeTransport,
  type CodeModeToolResult,
  type CodeModeTools,
  type ProcessHandle,
  type SandboxProcessManager,
  type SpawnProcessOptions,
  type WorkspaceSandbox,
} from '@caisson/core'
import { describe, expect, it, onTestFinished, test, vi } from 'vitest'
import { createLocalSandbox, withoutChannel } from './support/local-sandbox.js'

interface Choices {
  readonly tools?: CodeModeTools
  readonly transport?: StdioCodeModeTransport
  readonly timeout?: number
}

async function run(
  sandbox: WorkspaceSandbox,
  code: string,
  { tools = {}, transport, timeout }: Choices = {},
): Promise<CodeModeToolResult> {
  const result = await createCodeMode({ tools, sandbox, timeout }, transport).tool.execute({ code })
  return result as CodeModeToolResult
}

/** A directory with a `node` made of shell text. */
async function createStub(script: string): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'node-stub-'))
  onTestFinished(async () => rm(directory, { recursive: true, force: true }))
  await writeFile(path.join(directory, 'node'), `#!/bin/sh\n${script}\n`)
  await chmod(path.join(directory, 'node'), 0o755)
  return directory
}

/** A sandbox whose `spawn` is the given one. */
function sandboxOf(
  sandbox: WorkspaceSandbox,
  spawn: (command: string, options?: SpawnProcessOptions) => Promise<ProcessHandle>,
): WorkspaceSandbox {
  const processes = { spawn, release: () => undefined } as Partial<SandboxProcessManager> as SandboxProcessManager
  return { ...sandbox, id: sandbox.id, processes }
}

describe('the text about the surroundings is true [BR-165]', () => {
  it('a program has what any command of the sandbox has, as the instructions say', async () => {
    const sandbox = await createLocalSandbox({ env: { SANDBOX_SAYS: 'hello' } })
    const server = createServer((socket) => socket.end('from the network')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const code = `
      const { readFileSync } = await import('node:fs'); const { connect } = await import('node:net')
      let text = ''
      for await (const part of connect(${port}, '127.0.0.1')) text += part
      return [readFileSync('/etc/hostname', 'utf8').length > 0, text, process.env.SANDBOX_SAYS]`
    expect((await run(sandbox, code)).result).toEqual([true, 'from the network', 'hello'])
    const { instructions } = createCodeMode({ tools: {}, sandbox })
    expect(instructions).toContain(
      'the access to files, network and environment variables that any command in that sandbox has',
    )
    expect(instructions).not.toMatch(/no (network|filesystem)|isolated|cannot access/i)
  })
})

describe('the node of the sandbox [C15] [BR-192]', () => {
  const faults = [
    ['is missing', { PATH: '/nonexistent' }, undefined, /node was not found in the sandbox; install Node 18/],
    ['refuses NODE_OPTIONS', { NODE_OPTIONS: '--no-such-option' }, undefined, /check NODE_OPTIONS[^]*--no-such-option/],
    ['cannot be executed', {}, '/etc', /could not be executed/],
  ] as const

  test.each(faults)('%s: the error says so', async (_, env, nodePath, message) => {
    const sandbox = await createLocalSandbox()
    const transport = new StdioCodeModeTransport({ env: { ...env }, nodePath })
    const { success, error } = await run(sandbox, 'return 1', { transport })
    expect([success, error?.name]).toEqual([false, 'NoResultError'])
    expect(error?.message).toMatch(message)
  })

  it('is too old: the error names the version found and the one needed', async () => {
    const real = process.execPath
    // The real node with another version in its pocket, as an old one would start.
    const directory = await createStub(
      `shift; shift; exec ${real} -e 'Object.defineProperty(process.versions, "node", { value: "16.20.2" }); ` +
        `Object.defineProperty(process, "version", { value: "v16.20.2" }); (0, eval)(process.argv[1])' "$1"`,
    )
    const transport = new StdioCodeModeTransport({ nodePath: path.join(directory, 'node') })
    const { error } = await run(await createLocalSandbox(), 'return 1', { transport })
    expect(error?.message).toMatch(/Node 18 or newer is needed[^]*v16\.20\.2/)
  })

  it('may be chosen, also with a path that needs quoting', async () => {
    const directory = await createStub(`exec ${process.execPath} "$@"`)
    const odd = path.join(directory, "it's node")
    await writeFile(odd, `#!/bin/sh\nCHOSEN=yes exec ${process.execPath} "$@"\n`, { mode: 0o755 })
    const transport = new StdioCodeModeTransport({ nodePath: odd })
    expect((await run(await createLocalSandbox(), 'return process.env.CHOSEN', { transport })).result).toBe('yes')
    expect(() => new StdioCodeModeTransport({ nodePath: '' })).toThrow(/Invalid nodePath/)
  })

  it('is told nothing that versions differ in, and prints no warning [BR-191]', async () => {
    const sandbox = await createLocalSandbox()
    const commands: string[] = []
    const watching = sandboxOf(withoutChannel(sandbox), async (command, options) => {
      commands.push(command)
      return sandbox.processes.spawn(command, options)
    })
    expect(await run(watching, 'const a: number = 1\nreturn process.execArgv.length')).toEqual({
      success: true,
      result: 3,
    })
    expect(commands).toHaveLength(1)
    expect(commands[0]).toMatch(/^exec node --input-type=commonjs -e '/)
    expect(commands[0]).not.toMatch(/strip|experimental|warning/)
  })
})

describe('the host', () => {
  it('warns of nothing, and keeps the warnings of others [BR-191]', async () => {
    const warnings: string[] = []
    const listen = (warning: Error): void => void warnings.push(warning.name)
    process.on('warning', listen)
    onTestFinished(() => void process.off('warning', listen))
    await run(await createLocalSandbox(), 'const a: number = 1\nreturn a')
    process.emitWarning('mine', 'ExperimentalWarning')
    await new Promise((resolve) => setImmediate(resolve))
    expect(warnings).toEqual(['ExperimentalWarning'])
  })

  it('writes no file, in the sandbox or out of it', async () => {
    const sandbox = await createLocalSandbox()
    // A place of its own: other tests make temporary files at the same time.
    const temporary = await mkdtemp(path.join(tmpdir(), 'stdio-transport-'))
    onTestFinished(async () => rm(temporary, { recursive: true, force: true }))
    vi.stubEnv('TMPDIR', temporary)
    onTestFinished(() => void vi.unstubAllEnvs())
    const code = 'return (await import("node:fs")).readdirSync(".")'
    expect((await run(sandbox, code, { tools: { t: { execute: () => 1 } } })).result).toEqual([])
    expect([tmpdir(), await readdir(temporary)]).toEqual([temporary, []])
  })
})

describe('a sandbox that misbehaves', () => {
  it('without processes, input or itself is refused before anything is started', async () => {
    const transport = new StdioCodeModeTransport()
    const options = { program: '', toolIds: [], dispatch: async () => 1, timeout: 1000 }
    const bare: WorkspaceSandbox = {
      id: 'x',
      name: 'X',
      provider: 'p',
      status: 'running',
      snapshot: async () => undefined,
    }
    await expect(transport.run(options)).rejects.toMatchObject({ code: 'NO_SANDBOX' })
    await expect(transport.run({ ...options, sandbox: bare })).rejects.toMatchObject({ code: 'FEATURE_NOT_SUPPORTED' })
    const mute = Object.assign(
      sandboxOf(bare, async () => Promise.reject(new TypeError('started'))),
      { supports: { stdin: false } },
    )
    await expect(transport.run({ ...options, sandbox: mute })).rejects.toMatchObject({ code: 'UNSUPPORTED_FEATURE' })
  })

  it('that cannot start makes the run reject', async () => {
    const sandbox = await createLocalSandbox()
    const broken = sandboxOf(withoutChannel(sandbox), async () => Promise.reject(new TypeError('no machine')))
    await expect(run(broken, 'return 1')).rejects.toThrow('no machine')
  })

  it('that takes long to start is within the time limit, and what appears later is ended [BR-159]', async () => {
    const sandbox = await createLocalSandbox()
    const late: Promise<ProcessHandle>[] = []
    let goOn = (): void => undefined
    const gate = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const slow = sandboxOf(withoutChannel(sandbox), async (command, options = {}) => {
      await gate
      const handle = sandbox.processes.spawn(command, { ...options, abortSignal: undefined })
      late.push(handle)
      return handle
    })
    expect((await run(slow, 'return 1', { timeout: 200 })).error?.name).toBe('TimeoutError')
    goOn()
    await expect.poll(async () => (await late[0])?.exitCode).toBeDefined()
    expect((await run(slow, 'return 2')).result).toBe(2)
  })

  it('that takes no input gives no result and the cause, and its process is ended', async () => {
    const sandbox = await createLocalSandbox()
    const started: ProcessHandle[] = []
    const deaf = sandboxOf(withoutChannel(sandbox), async (command, options) => {
      const handle = await sandbox.processes.spawn(command, options)
      started.push(handle)
      const sendStdin = async (): Promise<never> => Promise.reject(new TypeError('connection reset'))
      const members = { pid: handle.pid, wait: async () => handle.wait(), kill: async () => handle.kill(), sendStdin }
      return members as Partial<ProcessHandle> as ProcessHandle
    })
    const { error } = await run(deaf, 'return 1')
    expect([error?.name, error?.message]).toEqual(['NoResultError', expect.stringContaining('connection reset')])
    expect(started[0]?.exitCode).toBeDefined()
  })

  it('whose connection is lost gives no result, and the cause', async () => {
    const sandbox = await createLocalSandbox()
    const cut = sandboxOf(withoutChannel(sandbox), async (command, options) => {
      const handle = await sandbox.processes.spawn(command, options)
      const lost = { pid: handle.pid, wait: async () => Promise.reject(new TypeError('socket hang up')) }
      return {
        ...lost,
        kill: async () => handle.kill(),
        sendStdin: async () => undefined,
      } as Partial<ProcessHandle> as ProcessHandle
    })
    const { error } = await run(cut, 'return 1')
    expect(error?.name).toBe('NoResultError')
    expect(error?.message).toContain('socket hang up')
  })
})

describe('what was printed', () => {
  it.each([
    ['a result', 'return 7'],
    ['an error', "throw new Error('seven')"],
  ])('is complete: %s is told after it where frames share the output', async (_what, end) => {
    const sandbox = await createLocalSandbox()
    let printed = ''
    const listened = sandboxOf(withoutChannel(sandbox), async (command, options = {}) => {
      const onStdout = (text: string): void => {
        printed += text
        void options.onStdout?.(text)
      }
      return sandbox.processes.spawn(command, { ...options, onStdout })
    })
    const { logs } = await run(listened, `process.stdout.write('x'.repeat(4_000_000) + 'end'); ${end}`)
    expect(printed.indexOf('"done"')).toBeGreaterThan(printed.indexOf('xend'))
    expect(logs).toEqual([`${'x'.repeat(4_000_000)}end`])
  })
})
