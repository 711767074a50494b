import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Daytona } from '@daytonaio/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMachineHost } from '@caisson/emulators'
import { runCli } from '../../src/cli/run-cli.js'
import { bundleCli } from '../e2b/bundle-cli.js'

let cli: Awaited<ReturnType<typeof bundleCli>> | undefined
let root = ''
const started: ChildProcess[] = []

beforeAll(async () => {
  cli = await bundleCli()
  root = await mkdtemp(path.join(tmpdir(), 'caisson-daytona-cli-'))
})

afterAll(async () => {
  for (const { pid, exitCode, signalCode } of started) {
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL')
  }
  // What a failed test has left of a killed emulator.
  await (await openMachineHost({ prefix: 'caisson-daytona', root })).close()
  await cli?.remove()
  await rm(root, { recursive: true, force: true })
})

interface Running {
  readonly child: ChildProcess
  readonly output: () => string
  /** Leads the vendor's client to it, by the variables that were printed. */
  connect(): Daytona
}

/** Starts the command and waits until it says that it is ready. */
async function startAs([program = '', ...before]: readonly string[], ...flags: string[]): Promise<Running> {
  const child = spawn(program, [...before, cli?.file ?? '', 'daytona', ...flags], {
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
    output: () => shown,
    connect: () =>
      new Daytona({
        apiKey: variable('DAYTONA_API_KEY'),
        apiUrl: variable('DAYTONA_API_URL'),
        target: variable('DAYTONA_TARGET'),
        useDeprecatedPolling: true,
      }),
  }
}

function start(...flags: string[]): Promise<Running> {
  return startAs([process.execPath], '--root', root, ...flags)
}

async function stop({ child }: Running, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  process.kill(-(child.pid ?? 0), signal)
  await exited
}

async function commandLines(): Promise<string> {
  const child = spawn('ps', ['-eo', 'args'], { stdio: ['ignore', 'pipe', 'inherit'] })
  return text(child.stdout)
}

test('prints variables that lead the client here, and requests; leaves nothing after Ctrl-C', async () => {
  const running = await start('--verbose', '--snapshot', 'mine', '--transition', '0', '--minute', '1000')
  const mark = `sleep ${process.pid}.35`
  try {
    const sandbox = await running.connect().create({ snapshot: 'mine' })
    await sandbox.process.executeCommand(`(setsid ${mark} >/dev/null 2>&1 &)`)
    await expect.poll(running.output).toMatch(/  200  \d+ ms  -  POST \/sandbox  \/api\/sandbox\n/)
    await expect.poll(running.output).toContain(`${sandbox.id}  POST /toolbox/process/execute`)
    expect(running.output()).toContain('no security boundary')
  } finally {
    await stop(running, 'SIGINT')
  }
  expect(running.child.exitCode).toBe(0)
  expect(await readdir(root)).toEqual([])
  expect(await commandLines()).not.toContain(mark)
})

test('leaves nothing once it is started again after it was killed', async () => {
  const killed = await start()
  const sandbox = await killed.connect().create()
  const mark = `sleep ${process.pid}.85`
  await sandbox.process.executeCommand(`(setsid ${mark} >/dev/null 2>&1 &)`)
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
      const sandbox = await running.connect().create()
      await sandbox.fs.uploadFile(Buffer.from('written'), 'a.txt')
      expect((await sandbox.process.executeCommand('cat ~/a.txt; cd; ls')).result).toBe('writtena.txt\n')
      await sandbox.stop()
      await sandbox.start()
      expect((await sandbox.fs.downloadFile('a.txt')).toString()).toBe('written')
    } finally {
      await stop(running, 'SIGINT')
    }
    expect(await readdir(own)).toEqual([])
    await rm(own, { recursive: true })
  },
)

async function runWith(...argv: string[]): Promise<{ code: number; output: string; errors: string }> {
  const [output, errors] = [new PassThrough(), new PassThrough()]
  const code = await runCli(argv, output, errors)
  output.end()
  errors.end()
  return { code, output: await text(output), errors: await text(errors) }
}

test('explains itself', async () => {
  const { code, output } = await runWith('daytona', '--help')
  expect(code).toBe(0)
  for (const words of ['caisson-emulator daytona [options]', '--minute <ms>', '--snapshot <name>']) {
    expect(output).toContain(words)
  }
  expect(output).not.toContain('--template')
})

test.each([
  [['--port', '99999'], 'port: expected 0 to 65535'],
  [['--backing', 'magic'], '--backing: expected namespaces'],
  [['--minute', '0'], 'minuteMs: expected 1 or more'],
  [['--template', 'x'], '--template: the emulator daytona has no such flag'],
  [['--host', '0.0.0.0'], 'set allowRemote'],
])('refuses %j', async (argv, message) => {
  const { code, errors } = await runWith('daytona', ...argv)
  expect(code).toBe(1)
  expect(errors).toContain(message)
})
