import { expect, test } from 'vitest'
import { openMachineHost, type PlatformEmulator } from '@caisson/emulators'
import { runWith, testRefusals } from '../cli/support/run-with.js'
import { testMachineCli } from '../cli/support/test-machine-cli.js'
import { type RunningCli, stopCli, useCli } from '../cli/support/use-cli.js'
import { PlatformClient } from './support/platform-context.js'

const cli = useCli(async (root) => (await openMachineHost({ prefix: 'caisson-platform', root })).close())

/** A client by the variables that were printed. */
function connect({ env }: RunningCli): PlatformClient {
  const url = env['MASTRA_WORKSPACE_PROXY_URL'] ?? ''
  return new PlatformClient({ url, env } as PlatformEmulator)
}

test('prints variables that lead clients here, and requests', async () => {
  const running = await cli.start('platform', '--verbose', '--bucket', 'mine', '--no-input', '--no-sessions')
  try {
    expect(running.env['MASTRA_PLATFORM_BUCKET_NAME']).toBe('mine')
    const client = connect(running)
    const { id } = await client.create()
    const lease = await client.lease(id)
    expect(lease.features).toBeUndefined()
    expect((await client.run(id, 'echo $((6 * 7))')).stdout).toBe('42\n')
    await expect.poll(running.output).toMatch(/  201  \d+ ms  .*POST \/sandbox  /)
    await expect.poll(running.output).toContain('WS /exec')
    expect(running.output()).toContain('no security boundary')
    expect(running.output()).not.toContain(lease.jwt)
  } finally {
    await stopCli(running)
  }
  expect(running.child.exitCode).toBe(0)
})

testMachineCli(cli, {
  emulator: 'platform',
  leaveRunning: async (running, command) => {
    const client = connect(running)
    const { id } = await client.create()
    await client.run(id, `(setsid ${command} >/dev/null 2>&1 &)`)
  },
  keepFile: async (running, name, content) => {
    const client = connect(running)
    const first = await client.create({ id: 'kept' })
    const { stdout } = await client.run(first.id, `printf %s '${content}' > ${name}; cat ${name}; ls`)
    await client.ask('POST', `/sandbox/${first.id}/checkpoint`, { id: 'kept' })
    await client.ask('DELETE', `/sandbox/${first.id}`)
    const second = await client.create({ id: 'kept' })
    return { seen: stdout, kept: (await client.run(second.id, `cat ${name}`)).stdout }
  },
})

test('explains itself', async () => {
  const { code, output } = await runWith('platform', '--help')
  expect(code).toBe(0)
  for (const words of ['caisson-emulator platform [options]', '--minute <ms>', '--bucket <name>', '--no-sessions']) {
    expect(output).toContain(words)
  }
  expect(output).not.toContain('--template')
})

testRefusals([
  [['platform', '--port', '99999'], 'port: expected 0 to 65535'],
  [['platform', '--backing', 'magic'], '--backing: expected namespaces'],
  [['platform', '--minute', '0'], 'minuteMs: expected 1 or more'],
  [['platform', '--template', 'x'], '--template: the emulator platform has no such flag'],
  [['platform', '--host', '0.0.0.0'], 'set allowRemote'],
])
