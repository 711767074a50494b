import { Sandbox } from 'e2b'
import { expect, test } from 'vitest'
import { openMachineHost } from '@caisson/emulators'
import { runWith, testRefusals } from '../cli/support/run-with.js'
import { testMachineCli } from '../cli/support/test-machine-cli.js'
import { type RunningCli, stopCli, useCli } from '../cli/support/use-cli.js'

const cli = useCli(async (root) => (await openMachineHost({ prefix: 'caisson-e2b', root })).close())

/** A sandbox by the variables that were printed. */
function createSandbox({ env }: RunningCli): Promise<Sandbox> {
  return Sandbox.create({
    apiKey: env['E2B_API_KEY'] ?? '',
    apiUrl: env['E2B_API_URL'] ?? '',
    sandboxUrl: env['E2B_SANDBOX_URL'] ?? '',
  })
}

test('prints variables that lead the client here, and requests', async () => {
  const running = await cli.start('e2b', '--verbose')
  try {
    const sandbox = await createSandbox(running)
    await sandbox.commands.run('true')
    await sandbox.kill()
    await expect.poll(running.output).toMatch(/  201  \d+ ms  -  POST \/v2\/sandboxes\n/)
    expect(running.output()).toContain(`${sandbox.sandboxId}  POST /process.Process/Start\n`)
    expect(running.output()).toContain('no security boundary')
  } finally {
    await stopCli(running)
  }
  expect(running.child.exitCode).toBe(0)
})

testMachineCli(cli, {
  emulator: 'e2b',
  leaveRunning: async (running, command) => {
    const sandbox = await createSandbox(running)
    await sandbox.commands.run(command, { background: true })
    await sandbox.createSnapshot()
  },
  keepFile: async (running, name, content) => {
    const sandbox = await createSandbox(running)
    await sandbox.files.write(name, content)
    const { stdout } = await sandbox.commands.run(`cat ~/${name}; cd; ls`)
    await sandbox.pause()
    await sandbox.connect()
    return { seen: stdout, kept: await sandbox.files.read(name) }
  },
})

test('explains itself', async () => {
  expect(await runWith('--help')).toMatchObject({
    code: 0,
    output: expect.stringContaining('--latency <ms>') as string,
  })
})

testRefusals([
  [[], 'expected the name of an emulator'],
  [['other'], 'given other'],
  [['e2b', '--port', 'x'], '--port: expected a whole number, given x'],
  [['e2b', '--port', '99999'], 'port: expected 0 to 65535'],
  [['e2b', '--backing', 'magic'], '--backing: expected namespaces'],
  [['e2b', '--unknown'], "Unknown option '--unknown'"],
  [['e2b', '--host', '0.0.0.0'], 'set allowRemote'],
])
