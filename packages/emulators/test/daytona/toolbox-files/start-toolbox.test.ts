import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import {
  bundleToolbox,
  startToolbox,
  toolboxProgram,
  type ToolboxSettings,
} from '../../../src/daytona/toolbox/index.js'

async function scratch(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'toolbox-start-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

function settingsFor(listen: ToolboxSettings['listen'], home: string): ToolboxSettings {
  const user = { name: 'daytona', uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, home }
  return { listen, sandboxId: 'id', version: '1', user, env: { SECRET: 'of the sandbox' } }
}

test('The daemon can listen at a port of this process, on the loopback only', async () => {
  const home = await scratch()
  const toolbox = await startToolbox(settingsFor({ port: 0 }, home))
  onTestFinished(() => toolbox.close())
  expect(toolbox.listen).toMatchObject({ host: '127.0.0.1', port: expect.any(Number) })
  const { port } = toolbox.listen as { port: number }
  expect(await (await fetch(`http://127.0.0.1:${port}/work-dir`)).json()).toEqual({ dir: home })
  await expect(startToolbox(settingsFor({ port }, home))).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('The program is one file that can be read from a file of settings, and hides them', async () => {
  const directory = await scratch()
  const program = path.join(directory, 'toolbox.cjs')
  await bundleToolbox(program)
  const socketPath = path.join(directory, 'socket')
  const settings = path.join(directory, 'settings.json')
  // A socket of a daemon that was killed is in the way.
  await writeFile(socketPath, '')
  await writeFile(settings, JSON.stringify(settingsFor({ socketPath }, directory)))
  const child = spawn(process.execPath, [program, settings], {
    cwd: '/',
    env: {},
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  expect(JSON.parse(String(line))).toEqual({ listening: { socketPath } })
  const commandLine = await readFile(`/proc/${child.pid}/cmdline`, 'utf8')
  expect(commandLine.replaceAll('\0', '')).toBe('daytona')
  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  expect((await readdir(directory)).filter((name) => name.endsWith('.cjs'))).toEqual(['toolbox.cjs'])
})

test('Settings that cannot be read end the program with a message', async () => {
  const { file } = await toolboxProgram()
  const start = (...args: string[]) => spawnSync(process.execPath, [file, ...args], { encoding: 'utf8' })
  expect(start()).toMatchObject({ status: 1, stderr: expect.stringContaining('usage: toolbox') })
  expect(start('{')).toMatchObject({ status: 1, stderr: expect.stringContaining('JSON') })
  expect(start('/no/such/file')).toMatchObject({ status: 1, stderr: expect.stringContaining('ENOENT') })
})
