/** One program on one bucket (emulated) in four places: this machine, E2B, Daytona and Platform (emulated). Needs no key and no network. */
import { deepStrictEqual } from 'node:assert'
import { analyse, type Place, type Report, type Timed } from './analyse.ts'
import { onDaytona } from './on-daytona.ts'
import { onE2B } from './on-e2b.ts'
import { onPlatform } from './on-platform.ts'
import { onThisMachine } from './on-this-machine.ts'
import { printTable } from './print-table.ts'
import { startBucket, type Bucket } from './start-bucket.ts'

process.once('SIGINT', () => process.exit(130))

/** Milliseconds of each step, by place. */
const timings = new Map<string, Record<string, string | number>>()

await using bucket = await startBucket()

async function run(
  name: string,
  open: (bucket: Bucket) => Promise<(Place & AsyncDisposable) | undefined>,
  onText: (text: string) => void,
): Promise<Report | undefined> {
  const timed: Timed = async (step, work) => {
    const startedAt = performance.now()
    const result = await work()
    const row = timings.get(step) ?? { step }
    row[`${name} (ms)`] = Math.round(performance.now() - startedAt)
    timings.set(step, row)
    return result
  }
  await using place = await open(bucket)
  return place && (await analyse(place, timed, { onText, onNote: (note) => console.log(`${name}: ${note}`) }))
}

const local = await run('this machine', onThisMachine, (text) => void process.stdout.write(text))
console.log('\nMonths of 2015, by the program:')
printTable(local?.months ?? [])

for (const [name, open] of [
  ['E2B, emulated', onE2B],
  ['Daytona, emulated', onDaytona],
  ['Platform, emulated', onPlatform],
] as const) {
  const remote = await run(name, open, () => undefined)
  if (!remote) continue
  deepStrictEqual(remote, local)
  console.log('The same program, unchanged, found the same there.')
}

console.log('\nTime per step:')
printTable([...timings.values()])
