import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { bundleEnvd, envdProgram, startEnvd } from '../../src/e2b/envd/index.js'
import { scratch, testProgramFile } from '../daemon/support/test-program-file.js'
import { startTestEnvd } from './support/test-envd.js'
import { openStream, send, stream } from './support/wire.js'

test('The daemon can listen at a port of this process, on the loopback only', async () => {
  const envd = await startEnvd({ listen: { port: 0 } })
  onTestFinished(() => envd.close())
  expect(envd.listen).toMatchObject({ host: '127.0.0.1', port: expect.any(Number) })
  const { port } = envd.listen as { port: number }
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(204)
  await expect(startEnvd({ listen: { port } })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

testProgramFile({
  name: 'envd',
  settingsFor: (socketPath) => ({ listen: { socketPath }, accessToken: 'secret' }),
  bundle: bundleEnvd,
  find: envdProgram,
})

test('Commands end with the daemon', async () => {
  const envd = await startTestEnvd()
  const message = { process: { cmd: 'sh', args: ['-c', 'echo $$; sleep 300 & exec sleep 300'] }, stdin: true }
  const started = await openStream(envd, 'process.Process/Start', message)
  const finished = started.finish().catch(() => undefined)
  const listed = await send(envd, {
    method: 'POST',
    path: '/process.Process/List',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  })
  const pid = (listed.json as { processes: { pid: number }[] }).processes[0]?.pid ?? 0
  expect(process.kill(pid, 0)).toBe(true)
  await envd.stop()
  await finished
  await expect
    .poll(() => spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout)
    .toMatch(/^(Z.*)?\s*$/)
})

test('Without the native part a terminal is refused, and all else works', async () => {
  const directory = await scratch()
  const program = path.join(directory, 'envd.cjs')
  await copyFile((await envdProgram()).file, program)
  const socketPath = path.join(directory, 'socket')
  const user = { name: 'user', uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, home: directory }
  const settings = JSON.stringify({ listen: { socketPath }, users: [user] })
  const child = spawn(process.execPath, [program, settings, '--with-input'], {
    env: {},
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    child.stdin.end()
    await once(child, 'exit')
  })
  await once(createInterface({ input: child.stdout }), 'line')
  const envd = { socketPath, accessToken: '', home: directory, pid: child.pid ?? 0, stop: () => Promise.resolve() }
  const size = { cols: 80, rows: 24 }
  const refused = await stream(envd, 'process.Process/Start', { process: { cmd: 'sh' }, pty: { size } })
  expect(refused.end).toMatchObject({ error: { code: 'unimplemented' } })
  const { messages } = await stream(envd, 'process.Process/Start', { process: { cmd: 'true' }, stdin: false })
  expect(messages.at(-1)).toMatchObject({ event: { end: { status: 'exit status 0' } } })
})
