import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Sandbox } from 'e2b'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMachineHost } from '@caisson/emulators'
import { runCli } from '../../src/cli/run-cli.js'
import { bundleCli } from './bundle-cli.js'

let cli: Awaited<ReturnType<typeof bundleCli>> | undefined
let root = ''

beforeAll(async () => {
  cli = await bundleCli()
  root = await mkdtemp(path.join(tmpdir(), 'caisson-cli-'))
})

const started: ChildProcess[] = []

afterAll(async () => {
  for (const { pid, exitCode, signalCode } of started) {
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL')
  }
  // What a failed test has left of a killed emulator.
  await (await openMachineHost({ prefix: 'caisson-e2b', root })).close()
  await cli?.remove()
  await rm(root, { recursive: true, force: true })
})

interface Running {
  readonly child: ChildProcess
  readonly connection: { apiKey: string; apiUrl: string; sandboxUrl: string }
  readonly output: () => string
}

function start(...flags: string[]): Promise<Running> {
  return startAs([process.execPath], '--root', root, ...flags)
}

/** Starts the command and waits until it says that it is ready. */
async function startAs([program = '', ...before]: readonly string[], ...flags: string[]): Promise<Running> {
  const child = spawn(program, [...before, cli?.file ?? '', 'e2b', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Ctrl-C reaches a whole process group.
    detached: true,
  })
  started.push(child)
  let shown = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (shown += chunk))
  await expect.poll(() => shown, { timeout: 15_000 }).toContain('Ctrl-C')
  const variable = (name: string): string => new RegExp(`export ${name}='([^']*)'`).exec(shown)?.[1] ?? ''
  return {
    child,
    connection: {
      apiKey: variable('E2B_API_KEY'),
      apiUrl: variable('E2B_API_URL'),
      sandboxUrl: variable('E2B_SANDBOX_URL'),
    },
    output: () => shown,
  }
}

async function stop({ child }: Running, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  process.kill(-(child.pid ?? 0), signal)
  await exited
}

test('prints variables that lead the client here, and requests', async () => {
  const running = await start('--verbose')
  try {
    const sandbox = await Sandbox.create({ ...running.connection })
    await sandbox.commands.run('true')
    await sandbox.kill()
    await expect.poll(running.output).toMatch(/  201  \d+ ms  -  POST \/v2\/sandboxes\n/)
    expect(running.output()).toContain(`${sandbox.sandboxId}  POST /process.Process/Start\n`)
    expect(running.output()).toContain('no security boundary')
  } finally {
    await stop(running, 'SIGINT')
  }
  expect(running.child.exitCode).toBe(0)
})

test('leaves nothing after Ctrl-C', async () => {
  const running = await start()
  const sandbox = await Sandbox.create({ ...running.connection })
  const mark = `sleep ${process.pid}.25`
  await sandbox.commands.run(mark, { background: true })
  await stop(running, 'SIGINT')
  expect(running.child.exitCode).toBe(0)
  expect(await readdir(root)).toEqual([])
  expect(await commandLines()).not.toContain(mark)
})

test('leaves nothing once it is started again after it was killed', async () => {
  const killed = await start()
  const sandbox = await Sandbox.create({ ...killed.connection })
  const mark = `sleep ${process.pid}.75`
  await sandbox.commands.run(mark, { background: true })
  await sandbox.createSnapshot()
  await stop(killed, 'SIGKILL')
  const again = await start()
  try {
    expect(await commandLines()).not.toContain(mark)
    expect(await readdir(root)).toHaveLength(1)
  } finally {
    await stop(again, 'SIGTERM')
  }
  expect(await readdir(root)).toEqual([])
})

const nobody = 65_534
const mayBecomeNobody = process.getuid?.() === 0 && existsSync('/usr/bin/setpriv')

test.skipIf(!mayBecomeNobody)(
  'works for those who are not root (needs root, to become someone else)',
  async ({ skip }) => {
    const own = path.join(root, 'own')
    await mkdir(own)
    await chown(own, nobody, nobody)
    await Promise.all([chmod(root, 0o755), chmod(path.dirname(cli?.file ?? ''), 0o755)])
    const become = [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', process.execPath]
    const { status } = spawnSync('setpriv', [...become, '--check', cli?.file ?? ''])
    skip(status !== 0, 'this checkout lies where only root may read')
    const running = await startAs(['setpriv', ...become], '--root', own)
    try {
      expect(running.output()).not.toContain('machines: namespaces')
      const sandbox = await Sandbox.create({ ...running.connection })
      await sandbox.files.write('a.txt', 'written')
      expect((await sandbox.commands.run('cat ~/a.txt; cd; ls')).stdout).toBe('writtena.txt\n')
      await sandbox.pause()
      await sandbox.connect()
      expect(await sandbox.files.read('a.txt')).toBe('written')
    } finally {
      await stop(running, 'SIGINT')
    }
    expect(await readdir(own)).toEqual([])
    await rm(own, { recursive: true })
  },
)

async function commandLines(): Promise<string> {
  const child = spawn('ps', ['-eo', 'args'], { stdio: ['ignore', 'pipe', 'inherit'] })
  return text(child.stdout)
}

async function runWith(...argv: string[]): Promise<{ code: number; output: string; errors: string }> {
  const [output, errors] = [new PassThrough(), new PassThrough()]
  const code = await runCli(argv, output, errors)
  output.end()
  errors.end()
  return { code, output: await text(output), errors: await text(errors) }
}

test('explains itself', async () => {
  expect(await runWith('--help')).toMatchObject({
    code: 0,
    output: expect.stringContaining('--latency <ms>') as string,
  })
})

test.each([
  [[], 'expected the name of an emulator'],
  [['other'], 'given other'],
  [['e2b', '--port', 'x'], '--port: expected a whole number, given x'],
  [['e2b', '--port', '99999'], 'port: expected 0 to 65535'],
  [['e2b', '--backing', 'magic'], '--backing: expected namespaces'],
  [['e2b', '--unknown'], "Unknown option '--unknown'"],
  [['e2b', '--host', '0.0.0.0'], 'set allowRemote'],
])('refuses %j', async (argv, message) => {
  const { code, errors } = await runWith(...argv)
  expect(code).toBe(1)
  expect(errors).toContain(message)
})
