import { readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ProcessHandle, WorkspaceSandbox } from '@caisson/core'
import { RemoteCodeModeTransport } from '@caisson/kit/code-mode'
import { describe, expect, it, test, vi } from 'vitest'
import { bareHandle, createLocalSandbox, foreignSandbox, run } from './support.js'

const transport = new RemoteCodeModeTransport()
const echo = { echo: { execute: async (args: unknown) => args } }

describe('any sandbox that has what it needs will do', () => {
  it('an object with nothing but spawn, whose handles have nothing but the members that all have', async () => {
    const local = await createLocalSandbox()
    const seen: unknown[] = []
    const sandbox = foreignSandbox(async (command, options) => {
      seen.push(command, options.timeout, Object.keys(options).toSorted())
      return bareHandle(await local.processes.spawn(command, options))
    })
    const result = await run(transport, sandbox, 'enum E { A = 7 }\nreturn (await external_echo({ a: E.A })).a', {
      tools: echo,
      timeout: 90_000,
    })
    expect(result).toEqual({ success: true, result: 7 })
    // A library whose processes have a limit of their own gets one that is longer than the run's.
    expect(seen).toEqual([
      expect.stringMatching(/^exec node --input-type=commonjs -e '/),
      150_000,
      ['abortSignal', 'maxRetainedBytes', 'onStderr', 'onStdout', 'timeout'],
    ])
  })

  const starts = [
    ['ensureRunning', ['ensureRunning', '_start', 'start']],
    ['_start', ['_start', 'start']],
    ['start', ['start']],
  ] as const
  test.each(starts)('one that does not run is started by %s', async (expected, names) => {
    const local = await createLocalSandbox()
    const calls: string[] = []
    const sandbox: WorkspaceSandbox = foreignSandbox(
      async (command, options) => {
        calls.push('spawn')
        return bareHandle(await local.processes.spawn(command, options))
      },
      { status: 'pending' },
    )
    const members = names.map((name) => [
      name,
      async () => {
        calls.push(name)
        sandbox.status = 'running'
      },
    ])
    Object.assign(sandbox, Object.fromEntries(members))
    expect((await run(transport, sandbox, 'return 1')).result).toBe(1)
    expect((await run(transport, sandbox, 'return 2')).result).toBe(2)
    expect(calls).toEqual([expected, 'spawn', 'spawn'])
  })

  it('one without processes or without input is refused before anything is started', async () => {
    const spawn = vi.fn<() => Promise<never>>(async () => Promise.reject(new TypeError('started')))
    const start = vi.fn<() => Promise<void>>(async () => undefined)
    const options = { program: 'return 1', toolIds: [], dispatch: async () => 1, timeout: 1000 }
    const bare = foreignSandbox(spawn, { status: 'pending', start })
    const mute = Object.assign(foreignSandbox(spawn, { status: 'pending', start }), { supports: { stdin: false } })
    await expect(transport.run(options)).rejects.toMatchObject({ code: 'NO_SANDBOX' })
    await expect(transport.run({ ...options, sandbox: { ...bare, processes: undefined } })).rejects.toMatchObject({
      code: 'FEATURE_NOT_SUPPORTED',
    })
    await expect(transport.run({ ...options, sandbox: mute })).rejects.toMatchObject({ code: 'UNSUPPORTED_FEATURE' })
    expect([spawn.mock.calls, start.mock.calls]).toEqual([[], []])
  })
})

describe('time and abort', () => {
  it('the start of the sandbox is within the limit, and what comes too late runs nothing [BR-159]', async () => {
    const spawn = vi.fn<() => Promise<never>>(async () => Promise.reject(new TypeError('started')))
    let finish: () => void = () => undefined
    const started = new Promise<void>((resolve) => (finish = resolve))
    const sandbox = foreignSandbox(spawn, { status: 'pending', start: async () => started })
    const { error } = await run(transport, sandbox, 'return 1', { timeout: 150 })
    expect(error).toEqual({ name: 'TimeoutError', message: 'Code Mode execution timed out after 150ms' })
    finish()
    await started
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(spawn).not.toHaveBeenCalled()
  })

  it('a start that fails makes the run reject', async () => {
    const start = async (): Promise<never> => Promise.reject(new RangeError('no machine'))
    const sandbox = foreignSandbox(async () => Promise.reject(new TypeError('started')), { status: 'pending', start })
    await expect(run(transport, sandbox, 'return 1')).rejects.toThrow('no machine')
  })

  it('an aborted signal starts nothing [BR-042]', async () => {
    const start = vi.fn<() => Promise<void>>(async () => undefined)
    const sandbox = foreignSandbox(async () => Promise.reject(new TypeError('started')), { status: 'pending', start })
    const { error } = await run(transport, sandbox, 'return 1', { abortSignal: AbortSignal.abort() })
    expect([error?.name, start.mock.calls]).toEqual(['AbortError', []])
  })

  it('nobody waits for the end of a process that is to be ended', async () => {
    const local = await createLocalSandbox()
    let kills = 0
    let process: ProcessHandle | undefined
    const sandbox = foreignSandbox(async (command, options) => {
      process = await local.processes.spawn(command, { ...options, abortSignal: undefined })
      const kill = async (): Promise<boolean> => {
        kills += 1
        return new Promise(() => undefined)
      }
      return { ...bareHandle(process), kill }
    })
    const { error } = await run(transport, sandbox, 'for (;;) {}', { timeout: 800 })
    expect([error?.name, kills]).toEqual(['TimeoutError', 1])
    await process?.kill()
  })
})

describe('connections', () => {
  it('a cut one is a result that says so, and the process is ended', async () => {
    const local = await createLocalSandbox()
    let process: ProcessHandle | undefined
    const sandbox = foreignSandbox(async (command, options) => {
      process = await local.processes.spawn(command, options)
      const cut = new Promise<never>((_, reject) => setTimeout(() => reject(new TypeError('terminated')), 500))
      return { ...bareHandle(process), wait: async () => cut }
    })
    const result = await run(transport, sandbox, 'console.log("before"); for (;;) {}')
    expect(result).toMatchObject({ success: false, error: { name: 'NoResultError' }, logs: ['before'] })
    expect(result.error?.message).toContain('the connection to it was lost (terminated)')
    await process?.wait()
    expect(process?.exitCode).toBeDefined()
  })

  it('a reply that cannot be delivered is a result that says so', async () => {
    const local = await createLocalSandbox()
    let sent = 0
    const sandbox = foreignSandbox(async (command, options) => {
      const handle = await local.processes.spawn(command, options)
      const sendStdin = async (data: string | Uint8Array): Promise<void> => {
        sent += 1
        if (sent > 1) throw new TypeError('connection reset')
        await handle.sendStdin(data)
      }
      return { ...bareHandle(handle), sendStdin }
    })
    const { error } = await run(transport, sandbox, 'return external_echo({})', { tools: echo })
    expect([error?.name, error?.message]).toEqual(['NoResultError', expect.stringContaining('connection reset')])
  })
})

describe('requests', () => {
  it('replies that are ready together, or while one is sent, go together', async () => {
    const local = await createLocalSandbox()
    const sent: number[] = []
    const sandbox = foreignSandbox(async (command, options) => {
      const handle = await local.processes.spawn(command, options)
      const sendStdin = async (data: string | Uint8Array): Promise<void> => {
        sent.push(data.toString().split('\n').length - 1)
        await new Promise((resolve) => setTimeout(resolve, 50))
        await handle.sendStdin(data)
      }
      return { ...bareHandle(handle), sendStdin }
    })
    const code = `
      const first = await Promise.all([1, 2, 3, 4, 5].map((i) => external_echo({ i })))
      const second = await Promise.all([1, 2, 3, 4, 5].map((i) => external_echo({ i, text: 'x'.repeat(i * 100000) })))
      return [first, second].flat().map(({ i }) => i)`
    expect((await run(transport, sandbox, code, { tools: echo })).result).toEqual([1, 2, 3, 4, 5, 1, 2, 3, 4, 5])
    const [boot, ...replies] = sent
    expect([boot, replies.reduce((sum, lines) => sum + lines, 0)]).toEqual([1, 10])
    expect(replies.length).toBeLessThanOrEqual(6)
  })
})

describe('the program', () => {
  it('may be longer than any argument list, and nothing of it is in a file or an argument', async () => {
    const sandbox = await createLocalSandbox()
    const before = await readdir(tmpdir())
    const code = `const text: string = ${JSON.stringify('x'.repeat(2 * 1024 * 1024))}
      const { readdirSync, readFileSync } = await import('node:fs')
      const files = readdirSync('.')
      return [text.length, files, readFileSync('/proc/self/cmdline').length < 4096]`
    expect(await run(transport, sandbox, code)).toEqual({ success: true, result: [2 * 1024 * 1024, [], true] })
    const left = (await readdir(tmpdir())).filter((name) => !before.includes(name) && name.startsWith('esbuild'))
    expect(left).toEqual([])
  })

  it('gets the node, the directory and the environment that were chosen [BR-065] [BR-192]', async () => {
    const sandbox = await createLocalSandbox({ env: { A: '1', B: '1' } })
    const directory = sandbox.workingDirectory ?? ''
    const odd = path.join(directory, "it's node")
    await writeFile(odd, `#!/bin/sh\nCHOSEN=yes exec ${process.execPath} "$@"\n`, { mode: 0o755 })
    const chosen = new RemoteCodeModeTransport({ nodePath: odd, cwd: '/', env: { B: '2' } })
    const code = 'return [process.env.CHOSEN, process.cwd(), process.env.A, process.env.B]'
    expect((await run(chosen, sandbox, code)).result).toEqual(['yes', '/', '1', '2'])
    const missing = new RemoteCodeModeTransport({ nodePath: '/nonexistent/node' })
    const { error } = await run(missing, sandbox, code)
    expect([error?.name, error?.message]).toEqual(['NoResultError', expect.stringContaining('node was not found')])
    for (const name of ['nodePath', 'cwd']) {
      expect(() => new RemoteCodeModeTransport({ [name]: '' })).toThrow(`Invalid ${name}`)
    }
  })

  it('is described as what it is [BR-165]', () => {
    expect(transport.environment).toContain('any command in that sandbox has')
    expect(transport.environment).not.toMatch(/no (network|filesystem)|isolated|cannot access/i)
  })
})
