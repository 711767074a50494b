import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { openMachineHost } from '../../src/machine/index.js'
import { askAgent } from '../../src/platform/agent/index.js'
import { eventually } from '../daytona/toolbox-process/support/eventually.js'
import { remainsOf, hostNames } from '../machine/support/remains.js'
import { type AgentMachine, AgentMachines } from './support/agent-machines.js'
import { exec } from './support/exec-client.js'

const probe = await openMachineHost({ prefix: 'caisson-test' })
const { networkFilter, sudo } = probe.describe()
const isPrivate = probe.backing === 'namespaces'
await probe.close()

async function run({ url }: AgentMachine, command: string): Promise<string> {
  const client = await exec(url, command)
  const end = await client.finish()
  return end.exit_code === 0 ? client.stdout.toString().trimEnd() : `${end.exit_code}`
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Answers with the name of the sandbox at all its addresses, and goes on. */
async function serve(sandbox: AgentMachine, port: number): Promise<void> {
  const program = `require('http').createServer((q, r) => r.end('${sandbox.machine.id}')).listen(${port}, () => console.log('up'))`
  await run(
    sandbox,
    `setsid /run/caisson/node -e "${program}" > /tmp/log 2>&1 & until grep -q up /tmp/log; do sleep 0.02; done`,
  )
}

const reach = (from: AgentMachine, address: string, port: number): Promise<string> =>
  run(from, `curl -s --max-time 1 http://${address}:${port}/`)

describe.skipIf(!isPrivate)('An agent in a machine of its own (needs namespaces)', () => {
  it('runs commands as the user, who owns where they start', async () => {
    const machines = await AgentMachines.open()
    const sandbox = await machines.create('sandbox-a')
    expect(await run(sandbox, 'id -un; pwd; stat -c %U .; echo $HOME $RAILWAY_PRIVATE_DOMAIN; hostname')).toBe(
      'sandbox\n/workspace\nsandbox\n/home/sandbox sandbox-a.internal\nsandbox-a',
    )
    // The settings may hold secrets, and are nobody's but the agent's. Without a match, grep ends with 1.
    expect(await run(sandbox, 'env | grep CAISSON')).toBe('1')
    expect(await run(sandbox, 'cat /proc/[0-9]*/environ 2> /dev/null | grep -a SETTINGS')).toBe('1')
  })

  it.skipIf(!sudo)('lets the user become root, and signals what root runs', async () => {
    const machines = await AgentMachines.open()
    const sandbox = await machines.create('sandbox-a')
    expect(await run(sandbox, 'sudo -n id -un')).toBe('root')
    const client = await exec(sandbox.url, 'echo ready; sudo sleep 6300')
    await client.printed(/ready/)
    await eventually(async () => expect(await run(sandbox, 'pgrep -f "^sleep 630[0]"')).not.toBe('1'))
    await client.signal('KILL').finish()
    await eventually(async () => expect(await run(sandbox, 'pgrep -f "^sleep 630[0]"')).toBe('1'))
  })

  it('counts also what was left behind as running', async () => {
    const machines = await AgentMachines.open()
    const sandbox = await machines.create('sandbox-a')
    const list = async (): Promise<unknown> =>
      JSON.parse((await askAgent(sandbox.machine.socketPath, { method: 'GET', path: '/processes' })).text)
    await eventually(async () => expect(await list()).toEqual({ running: false, commands: 0, processes: 0 }))
    const pid = await run(sandbox, 'setsid sleep 6301 > /dev/null 2>&1 & echo $!')
    await eventually(async () => expect(await list()).toEqual({ running: true, commands: 0, processes: 1 }))
    await run(sandbox, `kill ${pid}`)
    await eventually(async () => expect(await list()).toMatchObject({ running: false }))
  })
})

describe.skipIf(!isPrivate || !networkFilter)('Networks of sandboxes (need control groups of version 2)', () => {
  it('PRIVATE ones find each other by name, and know who has gone', async () => {
    const machines = await AgentMachines.open()
    const a = await machines.create('sandbox-a', 'PRIVATE')
    const b = await machines.create('sandbox-b', 'PRIVATE')
    const port = await freePort()
    await serve(a, port)
    expect(await reach(b, 'sandbox-a.internal', port)).toBe('sandbox-a')
    expect(await reach(a, 'sandbox-a.internal', port)).toBe('sandbox-a')
    // By its own name a sandbox is found by nobody else's server.
    expect(await reach(b, 'sandbox-b.internal', port)).not.toBe('sandbox-a')
    expect(await run(b, 'echo "10.1.2.3 mine" | sudo tee -a /etc/hosts > /dev/null; getent hosts mine')).toContain(
      '10.1.2.3',
    )
    await machines.end(a, 'PRIVATE')
    expect(await run(b, 'getent hosts sandbox-a.internal; getent hosts mine sandbox-b.internal | wc -l')).toBe('2')
  })

  it('ISOLATED ones reach nobody and are reached by nobody', async () => {
    const machines = await AgentMachines.open()
    const lonely = await machines.create('sandbox-a')
    const other = await machines.create('sandbox-b')
    const member = await machines.create('sandbox-c', 'PRIVATE')
    const [first, second] = [await freePort(), await freePort()]
    await serve(lonely, first)
    await serve(member, second)
    const [ofLonely, ofMember] = [String(lonely.machine.address), String(member.machine.address)]
    const refused = await Promise.all([
      ...[other, member].flatMap((from) => ['127.0.0.1', ofLonely].map((address) => reach(from, address, first))),
      reach(lonely, ofMember, second),
    ])
    // Nothing answers before the time that curl has.
    expect(refused).toEqual(['28', '28', '28', '28', '28'])
    expect(await reach(lonely, '127.0.0.1', first)).toBe('sandbox-a')
    expect(await run(lonely, 'getent hosts sandbox-c.internal')).toBe('2')
  })
})

describe.skipIf(!isPrivate)('After the end of the machines', () => {
  it('nothing is left of what ran in them', async () => {
    const machines = await AgentMachines.open()
    const names = await hostNames(machines.root)
    const sandboxes = [await machines.create('sandbox-a', 'PRIVATE'), await machines.create('sandbox-b')]
    for (const sandbox of sandboxes) {
      await run(sandbox, 'setsid sleep 6302 & sudo -n true; head -c 3000000 /dev/zero')
      const client = await exec(sandbox.url, 'head -c 3000000 /dev/zero; sleep 6303')
      await client.when(() => client.outputBytes === 3_000_000)
    }
    expect(await remainsOf(machines.root, names)).not.toEqual([])
    await machines.host.close()
    expect(await remainsOf(machines.root, names)).toEqual([])
  })
})
