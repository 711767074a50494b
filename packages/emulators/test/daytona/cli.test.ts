import { Daytona } from '@daytonaio/sdk'
import { expect, test } from 'vitest'
import { openMachineHost } from '@caisson/emulators'
import { runWith, testRefusals } from '../cli/support/run-with.js'
import { testMachineCli } from '../cli/support/test-machine-cli.js'
import { type RunningCli, stopCli, useCli } from '../cli/support/use-cli.js'

const cli = useCli(async (root) => (await openMachineHost({ prefix: 'caisson-daytona', root })).close())

/** The vendor's client by the variables that were printed. */
function connect({ env }: RunningCli): Daytona {
  return new Daytona({
    apiKey: env['DAYTONA_API_KEY'] ?? '',
    apiUrl: env['DAYTONA_API_URL'] ?? '',
    target: env['DAYTONA_TARGET'] ?? '',
    useDeprecatedPolling: true,
  })
}

test('prints variables that lead the client here, and requests', async () => {
  const flags = ['--verbose', '--snapshot', 'mine', '--transition', '0', '--minute', '1000']
  const running = await cli.start('daytona', ...flags)
  try {
    const sandbox = await connect(running).create({ snapshot: 'mine' })
    await sandbox.process.executeCommand('true')
    await expect.poll(running.output).toMatch(/  200  \d+ ms  -  POST \/sandbox  \/api\/sandbox\n/)
    await expect.poll(running.output).toContain(`${sandbox.id}  POST /toolbox/process/execute`)
    expect(running.output()).toContain('no security boundary')
  } finally {
    await stopCli(running)
  }
  expect(running.child.exitCode).toBe(0)
})

testMachineCli(cli, {
  emulator: 'daytona',
  leaveRunning: async (running, command) => {
    const sandbox = await connect(running).create()
    await sandbox.process.executeCommand(`(setsid ${command} >/dev/null 2>&1 &)`)
  },
  keepFile: async (running, name, content) => {
    const sandbox = await connect(running).create()
    await sandbox.fs.uploadFile(Buffer.from(content), name)
    const { result } = await sandbox.process.executeCommand(`cat ~/${name}; cd; ls`)
    await sandbox.stop()
    await sandbox.start()
    return { seen: result, kept: (await sandbox.fs.downloadFile(name)).toString() }
  },
})

test('explains itself', async () => {
  const { code, output } = await runWith('daytona', '--help')
  expect(code).toBe(0)
  for (const words of ['caisson-emulator daytona [options]', '--minute <ms>', '--snapshot <name>']) {
    expect(output).toContain(words)
  }
  expect(output).not.toContain('--template')
})

testRefusals([
  [['daytona', '--port', '99999'], 'port: expected 0 to 65535'],
  [['daytona', '--backing', 'magic'], '--backing: expected namespaces'],
  [['daytona', '--minute', '0'], 'minuteMs: expected 1 or more'],
  [['daytona', '--template', 'x'], '--template: the emulator daytona has no such flag'],
  [['daytona', '--host', '0.0.0.0'], 'set allowRemote'],
])
