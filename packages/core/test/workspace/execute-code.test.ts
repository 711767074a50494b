import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SandboxError, SandboxUnsupportedFeatureError } from '../../src/errors/index.js'
import { Workspace, type CodeLanguage, type ExecuteCodeOptions } from '../../src/workspace/index.js'
import { catchError } from './support/catch-error.js'
import { createHostSandbox, type HostSandbox } from './support/host-sandbox.js'
import { createPlainFilesystem } from './support/plain-filesystem.js'
import { createPlainSandbox, type SandboxMembers } from './support/plain-sandbox.js'

let directory: string
let sandbox: HostSandbox
let workspace: Workspace

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'caisson-code-test-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))
beforeEach(() => use())

function use(overrides: SandboxMembers = {}): void {
  sandbox = createHostSandbox(directory, overrides)
  workspace = new Workspace({ sandbox })
}

const run = (source: string, options?: ExecuteCodeOptions) => workspace.executeCode(source, options)
const filler = (bytes: number): string => '#'.repeat(bytes)

describe('languages', () => {
  it('[C02] runs JavaScript by default', async () => {
    expect(await run('console.log("Hello!")')).toMatchObject({
      success: true,
      exitCode: 0,
      stdout: 'Hello!\n',
      stderr: '',
    })
    expect(sandbox.commands).toHaveLength(1)
    expect(sandbox.commands[0]?.command).toBe('node')
  })

  it.each<[CodeLanguage, string, string]>([
    ['javascript', 'console.log([1, 2].map((n) => n * 2).join())', '2,4\n'],
    ['typescript', 'const twice = (n: number): number => n * 2\nconsole.log(twice(21) satisfies number)', '42\n'],
    ['python', 'import sys\nprint(sum(range(5)), file=sys.stdout)', '10\n'],
    ['bash', 'words=(a b c); echo "${#words[@]} ${words[-1]}"', '3 c\n'],
  ])('runs %s', async (language, source, stdout) => {
    expect(await run(source, { language })).toMatchObject({ exitCode: 0, stdout })
    expect(sandbox.commands).toHaveLength(1)
  })

  it.each<[CodeLanguage, string]>([
    ['javascript', 'process.exit(7)'],
    ['typescript', 'process.exit(7 as number)'],
    ['python', 'raise SystemExit(7)'],
    ['bash', 'exit 7'],
  ])('keeps the exit code of %s', async (language, source) => {
    expect(await run(source, { language })).toMatchObject({ success: false, exitCode: 7 })
  })

  it.each<[CodeLanguage, string]>([
    ['javascript', '-console.log(1)'],
    ['typescript', '-console.log(1)'],
    ['bash', '-x 2>/dev/null; echo 1'],
  ])('does not take %s that starts with a dash for an option', async (language, source) => {
    expect(await run(source, { language })).toMatchObject({ exitCode: 0, stdout: '1\n' })
  })

  it('passes quotes, dollars, backslashes, newlines and other scripts through unchanged', async () => {
    const text = `'"\`$HOME\\n\t!!\n日本語 💥`
    expect(await run(`process.stdout.write(${JSON.stringify(text)})`)).toMatchObject({ stdout: text })
  })

  it('runs an empty program', async () => {
    expect(await run('')).toMatchObject({ success: true, stdout: '' })
  })
})

describe('scripts and modules', () => {
  const asScript = 'console.log(typeof require, typeof module, this === undefined)'

  it.each([
    ['a plain program', asScript],
    ['a program that requires', `const { sep } = require('node:path'); ${asScript}; void sep`],
    ['a program with a dynamic import', `void import('node:fs'); ${asScript}`],
    ['an await inside a function', `(async () => { await (1) })(); ${asScript}`],
    ['the word await in text', `const a = 'await (1)'; ${asScript}; void a`],
    ['a script that names something await', `var await = 1; ${asScript}`],
    ['a sloppy script that mentions await', `with ({ x: 'await' }) { void x }; ${asScript}`],
  ])('runs %s as a script', async (_name, source) => {
    expect(await run(source)).toMatchObject({ stdout: 'function object false\n', exitCode: 0 })
  })

  it.each([
    ['an import', `import { sep } from 'node:path'; console.log(sep, typeof require)`, '/ undefined\n'],
    ['an export', `export const a = 1; console.log(typeof require)`, 'undefined\n'],
    ['a top-level await', 'console.log(await Promise.resolve(5))', '5\n'],
    ['a top-level await of parentheses', 'await (async () => console.log(typeof require))()', 'undefined\n'],
    ['import.meta', 'console.log(typeof import.meta.url)', 'string\n'],
  ])('runs a program with %s as a module', async (_name, source, stdout) => {
    expect(await run(source)).toMatchObject({ stdout, exitCode: 0 })
  })

  it('decides on TypeScript without its types', async () => {
    const source = `import type { Stats } from 'node:fs'\ntype S = Stats\nconsole.log(typeof require)`
    expect(await run(source, { language: 'typescript' })).toMatchObject({ stdout: 'function\n' })
    const module = `import { sep, type ParsedPath } from 'node:path'\nconst p: ParsedPath | string = sep\nconsole.log(p)`
    expect(await run(module, { language: 'typescript' })).toMatchObject({ stdout: '/\n' })
  })

  it('resolves packages from the working directory, whether short or long', async () => {
    const folder = path.join(directory, 'project', 'node_modules', 'tiny')
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, 'index.js'), 'module.exports = "tiny"')
    const cwd = path.join(directory, 'project')
    for (const program of ['console.log(require("tiny"))', 'import tiny from "tiny"; console.log(tiny)']) {
      expect(await run(program, { cwd })).toMatchObject({ stdout: 'tiny\n' })
      expect(await run(`${program} //${filler(100_000)}`, { cwd })).toMatchObject({ stdout: 'tiny\n' })
    }
  })

  it('tells of a syntax error as a result', async () => {
    const result = await run('const = 1')
    expect(result).toMatchObject({ success: false, exitCode: 1 })
    expect(result.stderr).toContain('SyntaxError')
  })
})

describe('TypeScript that cannot run', () => {
  it.each([
    ['an enum', 'enum Colour { Red }\nconsole.log(Colour.Red)'],
    ['a namespace with values', 'namespace Space { export const a = 1 }'],
    ['a parameter property', 'class A { constructor(private readonly a: number) {} }'],
  ])('refuses %s and runs nothing', async (_name, source) => {
    const error = await catchError(() => run(source, { language: 'typescript' }))
    expect(error).toBeInstanceOf(SandboxError)
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', retry: 'never', operation: 'executeCode' })
    expect((error as SandboxError).message).toMatch(/not erasable/)
    expect(sandbox.commands).toEqual([])
  })

  it('refuses a syntax error and keeps the cause', async () => {
    const error = await catchError(() => run('const a: = 1', { language: 'typescript' }))
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', details: { nodeCode: 'ERR_INVALID_TYPESCRIPT_SYNTAX' } })
    expect((error as SandboxError).cause).toBeInstanceOf(SyntaxError)
    expect(sandbox.commands).toEqual([])
  })
})

describe('arguments', () => {
  it.each([
    ['a NUL', 'console.log("\0")', {}, 'source'],
    ['something that is no text', 7 as never, {}, 'source'],
    ['an unknown language', 'puts 1', { language: 'ruby' as never }, 'language'],
    ['an inherited name as language', '1', { language: 'constructor' as never }, 'language'],
  ])('refuses %s', async (_name, source, options, option) => {
    const error = await catchError(() => run(source, options))
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', details: { option } })
    expect(sandbox.commands).toEqual([])
  })

  it('hands the options of commands through, and nothing else', async () => {
    const plain = createPlainSandbox()
    const requestContext = new Map<string, unknown>()
    const options = { timeout: 500, env: { A: 'b' }, cwd: 'sub', maxRetainedBytes: 10, onStdout: () => undefined }
    await new Workspace({ sandbox: () => plain }).executeCode('1', { ...options, language: 'python', requestContext })
    expect(plain.commands).toEqual([{ command: 'python3', args: ['-c', '1'], options }])
  })

  it('names the interpreter that is missing', async () => {
    const tools = path.join(directory, 'tools')
    await mkdir(tools)
    for (const tool of ['sh', 'rm']) await symlink(`/bin/${tool}`, path.join(tools, tool))
    for (const source of ['print(1)', `print(1) ${filler(100_000)}`]) {
      const result = await run(source, { language: 'python', env: { PATH: tools } })
      expect(result).toMatchObject({ exitCode: 127, stderr: expect.stringContaining('python3') })
    }
  })

  it('needs a sandbox that runs commands', async () => {
    const none = new Workspace({ filesystem: createPlainFilesystem() })
    expect(await catchError(() => none.executeCode('1'))).toMatchObject({ code: 'NO_SANDBOX' })
    const writer = createPlainSandbox({ executeCommand: undefined, writeFiles: async () => undefined })
    const mute = new Workspace({ sandbox: writer })
    const error = await catchError(() => mute.executeCode('1'))
    expect(error).toMatchObject({ code: 'FEATURE_NOT_SUPPORTED', feature: 'executeCommand' })
  })
})

describe('long programs', () => {
  const leftovers = async (): Promise<string[]> =>
    (await readdir(directory)).filter((name) => name.startsWith('.caisson-code'))

  it.each<[CodeLanguage, string]>([
    ['javascript', `console.log('long'); process.exit(7) //${filler(200_000)}`],
    ['javascript', `import 'node:fs'; console.log('long'); process.exit(7) //${filler(200_000)}`],
    ['typescript', `console.log('long' as string); process.exit(7) //${filler(200_000)}`],
    ['python', `print('long'); raise SystemExit(7) ${filler(200_000)}`],
    ['bash', `cat; echo long; exit 7 ${filler(200_000)}`],
  ])('runs a long %s program by file, as one command, and leaves nothing', async (language, source) => {
    expect(await run(source, { language })).toMatchObject({ stdout: 'long\n', exitCode: 7, stderr: '' })
    expect(sandbox.commands).toHaveLength(1)
    expect(await leftovers()).toEqual([])
  })

  it('writes the file for its owner only and removes it before the program starts', async () => {
    const written: unknown[] = []
    const host = createHostSandbox(directory)
    use({
      writeFiles: async (files) => {
        written.push(...files.map(({ path: file, mode }) => [path.dirname(file), mode]))
        await host.writeFiles?.(files)
      },
    })
    const source = `console.log(require('node:fs').readdirSync('.').join()) //${filler(200_000)}`
    const result = await run(source)
    expect(written).toEqual([[directory, 0o600]])
    expect(result.stdout).not.toContain('.caisson-code')
  })

  it('goes by file above 96 KiB, and counts what quoting adds', async () => {
    const program = (bytes: number, mark: string): string => `console.log(1) //${mark.repeat(bytes - 17)}`
    await run(program(96 * 1024, '#'))
    await run(program(96 * 1024 + 1, '#'))
    await run(program(20_000, "'"))
    expect(sandbox.commands.map(({ command }) => command)).toEqual(['node', 'sh', 'sh'])
    expect(await leftovers()).toEqual([])
  })

  it('keeps a relative working directory', async () => {
    await mkdir(path.join(directory, 'inner'), { recursive: true })
    const cwd = path.join(directory, 'inner')
    expect(await run(`console.log(process.cwd()) //${filler(200_000)}`, { cwd })).toMatchObject({ stdout: `${cwd}\n` })
  })

  it('reports the signal of a program as its shell does', async () => {
    const result = await run(`process.kill(process.pid, 'SIGKILL') //${filler(200_000)}`)
    expect(result.success).toBe(false)
    expect(result.exitCode).toBe(137)
    expect(await leftovers()).toEqual([])
  })

  it('uses the disk of the sandbox when it cannot take files at once', async () => {
    const modes: (number | undefined)[] = []
    const disk = createPlainFilesystem({
      writeFile: async (file, content, options) => {
        modes.push(options?.mode)
        await writeFile(file, content)
      },
    })
    use({ writeFiles: undefined, filesystem: disk })
    expect(await run(`console.log('disk') //${filler(200_000)}`)).toMatchObject({ stdout: 'disk\n' })
    expect(modes).toEqual([0o600])
  })

  it('does without a mode where the provider has none', async () => {
    const host = createHostSandbox(directory)
    use({
      writeFiles: async (files) => {
        if (files.some(({ mode }) => mode !== undefined)) throw new SandboxUnsupportedFeatureError('no modes')
        await host.writeFiles?.(files)
      },
    })
    expect(await run(`console.log('plain') //${filler(200_000)}`)).toMatchObject({ stdout: 'plain\n' })
  })

  it('needs a way to write files', async () => {
    use({ writeFiles: undefined })
    const error = await catchError(() => run(`1 //${filler(200_000)}`))
    expect(error).toMatchObject({ code: 'FEATURE_NOT_SUPPORTED', feature: 'writeFiles' })
    expect(sandbox.commands).toEqual([])
  })

  it('counts the upload against the time-out', async () => {
    use({
      writeFiles: (_files, options) =>
        new Promise((_resolve, reject) => {
          options?.abortSignal?.addEventListener('abort', () => reject(options.abortSignal?.reason))
        }),
    })
    const error = await catchError(() => run(`1 //${filler(200_000)}`, { timeout: 50 }))
    expect(error).toMatchObject({ code: 'TIMEOUT', timeoutMs: 50, retry: 'safe' })
    expect(sandbox.commands).toEqual([])
  })

  it('removes the file of a command that did not come to it', async () => {
    const removed: string[] = []
    const disk = createPlainFilesystem({
      deleteFile: async (file) => {
        removed.push(file)
        await rm(file)
      },
    })
    use({ filesystem: disk, executeCommand: () => Promise.reject(new SandboxUnsupportedFeatureError('no shell')) })
    expect(await catchError(() => run(`1 //${filler(200_000)}`))).toMatchObject({ code: 'UNSUPPORTED_FEATURE' })
    expect(removed).toHaveLength(1)
    expect(await leftovers()).toEqual([])
  })

  it('goes to /tmp on a machine of its own', async () => {
    const paths: string[] = []
    const plain = createPlainSandbox({
      writeFiles: async (files) => void paths.push(...files.map((file) => file.path)),
    })
    await new Workspace({ sandbox: plain }).executeCode(`1 //${filler(200_000)}`)
    expect(paths).toEqual([expect.stringMatching(/^\/tmp\/\.caisson-code-[0-9a-f-]{36}$/)])
    expect(plain.commands[0]?.args?.slice(2)).toEqual(['sh', paths[0], 'node', '--input-type=commonjs', '-'])
  })

  it('hands over the program as it was given', async () => {
    const text = `'"\`$HOME\\n\t!! 日本語 💥`
    const source = `require('node:fs').writeFileSync('out.txt', ${JSON.stringify(text)}) //${filler(200_000)}`
    await run(source)
    expect(await readFile(path.join(directory, 'out.txt'), 'utf8')).toBe(text)
  })
})
