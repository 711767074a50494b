/**
 * Measures the machines against their budgets. `pnpm --filter @caisson/emulators run bench`. Prints medians in milliseconds, the
 * budget beside each, and ends with 1 when one is missed.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { openMachineHost, type Machine, type MachineHost } from '../src/machine/index.js'

const rounds = 15
const together = 20

/** Answers everyone; that a client has gone already is not an error. */
const daemon = `
require('node:net')
  .createServer((socket) => socket.on('error', () => undefined).end('ok'))
  .listen(process.env.CAISSON_MACHINE_SOCKET)
`

const budgetsMs = {
  start: 150,
  [`start of ${together} at once`]: 3000,
  freeze: 20,
  thaw: 20,
  kill: 50,
} as const satisfies Record<string, number>

const measured = new Map<string, number[]>()

async function measure<T>(name: string, action: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await action()
  measured.set(name, [...(measured.get(name) ?? []), performance.now() - started])
  return result
}

/** What a machine's daemon costs without a machine. */
function startBareNode(): Promise<void> {
  return promisify(execFile)(process.execPath, ['-e', '0']).then(() => undefined)
}

async function measureOne(create: (id: string) => Promise<Machine>, round: number): Promise<void> {
  await measure('bare node', startBareNode)
  const machine = await measure('start', () => create(`one-${round}`))
  await measure('freeze', () => machine.freeze())
  await measure('thaw', () => machine.thaw())
  await measure('kill', () => machine.kill())
}

async function measureAll(host: MachineHost, file: string): Promise<void> {
  const user = { name: 'user', uid: 1000, gid: 1000 }
  const create = (id: string) => host.create({ id, user, daemon: { file } })
  await (await create('warm-up')).kill()
  for (let round = 0; round < rounds; round += 1) await measureOne(create, round)
  for (let round = 0; round < 3; round += 1) {
    const ids = Array.from({ length: together }, (_, index) => `many-${round}-${index}`)
    const machines = await measure(`start of ${together} at once`, () => Promise.all(ids.map((id) => create(id))))
    await measure(`kill of ${together} at once`, () => Promise.all(machines.map((machine) => machine.kill())))
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function report(): boolean {
  let holds = true
  for (const [name, values] of measured) {
    const budget: number | undefined = Object.entries(budgetsMs).find(([key]) => key === name)?.[1]
    const value = median(values)
    const missed = budget !== undefined && value > budget
    holds &&= !missed
    const limit = budget === undefined ? '' : `budget ${budget}${missed ? ' MISSED' : ''}`
    const most = Math.max(...values).toFixed(1)
    process.stdout.write(`${name.padEnd(22)} ${value.toFixed(1).padStart(8)}  most ${most.padStart(8)}  ${limit}\n`)
  }
  return holds
}

const folder = await mkdtemp(path.join(tmpdir(), 'caisson-bench-machines-'))
const file = path.join(folder, 'daemon.cjs')
await writeFile(file, daemon)
const host = await measure('open', () => openMachineHost({ root: folder }))
try {
  process.stdout.write(`${host.describe().summary}\n`)
  await measureAll(host, file)
} finally {
  await host.close()
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = report() ? 0 : 1
