import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'

export interface ProgramFile {
  /** As the program calls itself; its file has this name with `.cjs`. */
  readonly name: string
  /** What else is to hold of its process. */
  checkProcess?(pid: number): Promise<void>
  /** Settings with a secret, for a daemon that listens at this socket. */
  settingsFor(socketPath: string, home: string): unknown
  bundle(file: string): Promise<void>
  /** The program that other tests use. */
  find(): Promise<{ readonly file: string }>
}

/** A directory until the test is over. */
export async function scratch(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'daemon-start-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

/** Registers what holds of the one file that a daemon is. */
export function testProgramFile({ name, checkProcess, settingsFor, bundle, find }: ProgramFile): void {
  test('The program is one file, and one file with its settings starts it', async () => {
    const directory = await scratch()
    const program = path.join(directory, `${name}.cjs`)
    await bundle(program)
    const socketPath = path.join(directory, 'socket')
    const settings = path.join(directory, 'settings.json')
    // A socket of a daemon that was killed is in the way.
    await writeFile(socketPath, '')
    await writeFile(settings, JSON.stringify(settingsFor(socketPath, directory)))
    const child = spawn(process.execPath, [program, settings], {
      cwd: '/',
      env: {},
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exited = once(child, 'exit')
    onTestFinished(() => void child.kill('SIGKILL'))
    const [line] = await once(createInterface({ input: child.stdout }), 'line')
    expect(JSON.parse(String(line))).toEqual({ listening: { socketPath } })
    await checkProcess?.(child.pid ?? 0)
    const others = (await readdir(directory)).filter((file) => !file.endsWith('.LEGAL.txt'))
    expect(others.toSorted()).toEqual([`${name}.cjs`, 'settings.json', 'socket'].toSorted())
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
  })

  test('Settings that cannot be read end the program with a message', async () => {
    const { file } = await find()
    const start = (...args: string[]) => spawnSync(process.execPath, [file, ...args], { encoding: 'utf8' })
    expect(start()).toMatchObject({ status: 1, stderr: expect.stringContaining(`usage: ${name}`) })
    expect(start('{')).toMatchObject({ status: 1, stderr: expect.stringContaining('JSON') })
    expect(start('/no/such/file')).toMatchObject({ status: 1, stderr: expect.stringContaining('ENOENT') })
  })
}
