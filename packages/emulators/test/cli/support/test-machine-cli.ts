import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type RunningCli, stopCli, type TestCli } from './use-cli.js'

/** What is different between the emulators whose sandboxes are machines. */
export interface MachineCli {
  /** As the command names it. */
  readonly emulator: string
  /** Starts a command in a new sandbox, and leaves it running. */
  leaveRunning(running: RunningCli, command: string): Promise<unknown>
  /** Writes a file, stops the sandbox and starts it again; returns what a command, and later the client, saw. */
  keepFile(
    running: RunningCli,
    name: string,
    content: string,
  ): Promise<{ readonly seen: string; readonly kept: string }>
}

function commandLines(): string {
  return spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).stdout
}

/** A command that nobody else runs. */
function makeMark(): string {
  return `sleep ${process.pid}.${randomInt(1000, 10_000)}`
}

function testEnds(cli: TestCli, { emulator, leaveRunning }: MachineCli): void {
  test('leaves nothing after Ctrl-C', async () => {
    const running = await cli.start(emulator)
    const mark = makeMark()
    await leaveRunning(running, mark)
    expect(commandLines()).toContain(mark)
    await stopCli(running)
    expect(running.child.exitCode).toBe(0)
    expect(await readdir(cli.root)).toEqual([])
    expect(commandLines()).not.toContain(mark)
  })

  test('leaves nothing once it is started again after it was killed', async () => {
    const killed = await cli.start(emulator)
    const mark = makeMark()
    await leaveRunning(killed, mark)
    await stopCli(killed, 'SIGKILL')
    const again = await cli.start(emulator)
    try {
      expect(commandLines()).not.toContain(mark)
      expect(await readdir(cli.root)).toHaveLength(1)
    } finally {
      await stopCli(again, 'SIGTERM')
    }
    expect(await readdir(cli.root)).toEqual([])
  })
}

const nobody = 65_534
const mayBecomeNobody = process.getuid?.() === 0 && existsSync('/usr/bin/setpriv')

function testWithoutRoot(cli: TestCli, { emulator, keepFile }: MachineCli): void {
  const title = 'works for those who are not root (needs root, to become someone else)'
  test.skipIf(!mayBecomeNobody)(title, async ({ skip }) => {
    const own = path.join(cli.root, 'own')
    await mkdir(own)
    await chown(own, nobody, nobody)
    await Promise.all([chmod(cli.root, 0o755), chmod(path.dirname(cli.file), 0o755)])
    const become = [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', process.execPath]
    const { status } = spawnSync('setpriv', [...become, '--check', cli.file])
    skip(status !== 0, 'this checkout lies where only root may read')
    const running = await cli.startBy(['setpriv', ...become], emulator, '--root', own)
    try {
      expect(running.output()).not.toContain('machines: namespaces')
      const { seen, kept } = await keepFile(running, 'a.txt', 'written')
      expect([seen, kept]).toEqual(['writtena.txt\n', 'written'])
    } finally {
      await stopCli(running)
    }
    expect(await readdir(own)).toEqual([])
    await rm(own, { recursive: true })
  })
}

/** Registers what holds of the command however its sandboxes are reached. */
export function testMachineCli(cli: TestCli, own: MachineCli): void {
  testEnds(cli, own)
  testWithoutRoot(cli, own)
}
