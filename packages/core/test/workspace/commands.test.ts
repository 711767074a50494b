import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { createCodeMode } from '../../src/code-mode/index.js'
import type { CommandResult } from '../../src/contract/index.js'
import { SandboxFeatureNotSupportedError, SandboxNotAvailableError } from '../../src/errors/index.js'
import { LocalFilesystem } from '../../src/filesystem/index.js'
import { LocalSandbox } from '../../src/sandbox/index.js'
import { Workspace } from '../../src/workspace/index.js'
import { catchError } from './support/catch-error.js'
import { createPlainFilesystem } from './support/plain-filesystem.js'
import { createPlainSandbox } from './support/plain-sandbox.js'

let directory: string

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'caisson-commands-test-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

function createLocal(): { workspace: Workspace<LocalFilesystem, LocalSandbox> } {
  const filesystem = new LocalFilesystem({ basePath: directory })
  return { workspace: new Workspace({ filesystem, sandbox: new LocalSandbox({ workingDirectory: directory }) }) }
}

describe('executeCommand', () => {
  it('[C01] [C12] runs in the sandbox and starts it first', async () => {
    await using workspace = createLocal().workspace
    const result = await workspace.executeCommand('echo out; echo err >&2; exit 3')
    expect(result).toMatchObject({ success: false, exitCode: 3, stdout: 'out\n', stderr: 'err\n' })
    expect(result.executionTimeMs).toBeGreaterThan(0)
    expect(workspace.sandbox.status).toBe('running')
  })

  it('[C11] quotes arguments, streams, and takes cwd, env and time-out', async () => {
    await using workspace = createLocal().workspace
    await workspace.filesystem.mkdir('sub')
    const seen: string[] = []
    const options = {
      cwd: 'sub',
      env: { NAME: 'a b' },
      timeout: 10_000,
      onStdout: (text: string) => void seen.push(`out ${text}`),
      onStderr: (text: string) => void seen.push(`err ${text}`),
    }
    const script = 'printf "%s|%s|%s" "$1" "$NAME" "$(basename "$PWD")"; printf problem >&2'
    const result = await workspace.executeCommand('sh', ['-c', script, 'sh', `it's "$HOME"`], options)
    expect(result.stdout).toBe(`it's "$HOME"|a b|sub`)
    expect(seen.toSorted()).toEqual(['err problem', `out it's "$HOME"|a b|sub`])
    const late = await workspace.executeCommand('sleep 20', [], { timeout: 50 })
    expect(late).toMatchObject({ success: false, exitCode: 124, timedOut: true })
  })

  it('[C01] lets files and commands work on the same directory', async () => {
    await using workspace = createLocal().workspace
    await workspace.init()
    await workspace.filesystem.writeFile('numbers.txt', '3\n1\n2\n')
    expect(await workspace.executeCommand('sort', ['numbers.txt'])).toMatchObject({ stdout: '1\n2\n3\n' })
    await workspace.executeCommand('sort numbers.txt > sorted.txt')
    expect(await workspace.filesystem.readFile('sorted.txt', { encoding: 'utf-8' })).toBe('1\n2\n3\n')
  })

  it('uses the sandbox that the resolver chooses, without passing the context on to it', async () => {
    const sandbox = createPlainSandbox()
    const workspace = new Workspace({ sandbox: () => sandbox })
    await workspace.executeCommand('ls', ['-l'], { cwd: '/x', requestContext: new Map<string, unknown>() })
    expect(sandbox.commands).toEqual([{ command: 'ls', args: ['-l'], options: { cwd: '/x' } }])
  })

  it('needs a sandbox that runs commands', async () => {
    const none = new Workspace({ filesystem: createPlainFilesystem() })
    const missing = await catchError(() => none.executeCommand('true'))
    expect(missing).toBeInstanceOf(SandboxNotAvailableError)
    expect(missing).toMatchObject({ code: 'NO_SANDBOX', workspaceId: none.id })
    const sandbox = createPlainSandbox({ executeCommand: undefined, writeFiles: async () => undefined })
    const mute = await catchError(() => new Workspace({ sandbox }).executeCommand('true'))
    expect(mute).toBeInstanceOf(SandboxFeatureNotSupportedError)
    expect(mute).toMatchObject({ code: 'FEATURE_NOT_SUPPORTED', feature: 'executeCommand' })
  })
})

describe('executeCode in a real sandbox', () => {
  it('[C02] runs the example of the guide', async () => {
    await using workspace = new Workspace({ sandbox: new LocalSandbox({ workingDirectory: directory }) })
    const result: CommandResult = await workspace.executeCode('console.log("Hello!")')
    expect(result).toMatchObject({ success: true, stdout: 'Hello!\n', exitCode: 0 })
  })

  it('streams, and ends a program by time-out and by abort', async () => {
    await using workspace = createLocal().workspace
    const seen: string[] = []
    const onStdout = (text: string): void => void seen.push(text)
    const endless = 'console.log("on"); setInterval(() => {}, 1000)'
    const late = await workspace.executeCode(endless, { timeout: 1500, onStdout })
    expect(late).toMatchObject({ exitCode: 124, timedOut: true, stdout: 'on\n' })
    expect(seen).toEqual(['on\n'])
    const controller = new AbortController()
    const abort = (): void => controller.abort()
    const aborted = await workspace.executeCode(endless, { abortSignal: controller.signal, onStdout: abort })
    expect(aborted).toMatchObject({ exitCode: 137, killed: true })
  })

  it('runs a program that is too long for a command line, and leaves no file', async () => {
    await using workspace = createLocal().workspace
    const source = `const numbers: number[] = [${'1,'.repeat(100_000)}]\nconsole.log(numbers.length); process.exit(5)`
    const result = await workspace.executeCode(source, { language: 'typescript' })
    expect(result).toMatchObject({ stdout: '100000\n', exitCode: 5, stderr: '' })
    const { stdout } = await workspace.executeCommand('ls -A')
    expect(stdout).not.toContain('.caisson-code')
  })
})

describe('an isolated sandbox', () => {
  const { backend, available } = LocalSandbox.detectIsolation()

  it.skipIf(!available)('[C02] runs short and long programs, and keeps them in', async () => {
    const sandbox = new LocalSandbox({ workingDirectory: directory, isolation: backend })
    await using workspace = new Workspace({ sandbox })
    const source = `require('node:fs').writeFileSync('/usr/caisson-escape', '1')`
    expect((await workspace.executeCode(source)).success).toBe(false)
    const long = `console.log('long'); process.exitCode = 4 //${'#'.repeat(200_000)}`
    expect(await workspace.executeCode(long)).toMatchObject({ stdout: 'long\n', exitCode: 4, stderr: '' })
    const script = `cat; echo "$((6 * 7))"; exit 4 #${'#'.repeat(200_000)}`
    expect(await workspace.executeCode(script, { language: 'bash' })).toMatchObject({ stdout: '42\n', exitCode: 4 })
    const { stdout } = await workspace.executeCommand('ls -A')
    expect(stdout).not.toContain('.caisson-code')
  })
})

describe('code mode', () => {
  it('[C14] finds the sandbox of a workspace, resolved ones too', async () => {
    const tools = { add: { execute: async (given: unknown) => (given as number[]).reduce((a, b) => a + b, 0) } }
    const { tool } = createCodeMode({ tools })
    const sandbox = new LocalSandbox({ workingDirectory: directory })
    await using workspace = new Workspace({ sandbox })
    const code = 'return await external_add([1, 2, 3])'
    expect(await tool.execute({ code }, { workspace })).toMatchObject({ success: true, result: 6 })
    const resolving = new Workspace({ sandbox: () => sandbox })
    expect(await tool.execute({ code }, { workspace: resolving })).toMatchObject({ success: true, result: 6 })
  })
})

describe('types', () => {
  it('keep what was passed in', () => {
    const { workspace } = createLocal()
    expectTypeOf(workspace.sandbox).toEqualTypeOf<LocalSandbox>()
    expectTypeOf(workspace.filesystem).toEqualTypeOf<LocalFilesystem>()
    const mounted = new Workspace({ mounts: { '/files': workspace.filesystem } })
    expectTypeOf(mounted.filesystem.mounts.get('/files')).toExtend<LocalFilesystem | undefined>()
    const general: Workspace = workspace
    expectTypeOf(mounted).toExtend<Workspace>()
    expectTypeOf(new Workspace({ sandbox: () => createPlainSandbox() }).sandbox).toBeNullable()
    expectTypeOf(general.sandbox).toBeNullable()
    expect(general.sandbox).toBe(workspace.sandbox)
  })
})
