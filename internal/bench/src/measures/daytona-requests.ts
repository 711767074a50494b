import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { forkEmulator } from '../run/fork-emulator.ts'
import type { Case, Contender, Measure } from '../run/measure.ts'
import { timed } from '../run/timed.ts'
import type { DaytonaLibrary, DaytonaSubject } from '../subjects/daytona-library.ts'
import type { Subject } from '../subjects/subject.ts'
import { daytonaOperations, type Ground, type Operation } from './daytona-operations.ts'

const latencies = [0, 50]

/** The libraries at an emulator that waits before each answer. */
interface Bench {
  readonly latencyMs: number
  /** Figures of an operation done once. Throws where the library does not do it right. */
  measure(library: DaytonaLibrary, operation: Operation): Promise<readonly number[]>
  close(): Promise<void>
}

/** What operations at Daytona cost in requests and in time, near the vendor and far from it. */
export const daytonaRequests: Measure = {
  name: 'daytona-requests',
  hasPeers: true,
  async prepare({ subjects }) {
    const libraries = await openLibraries(subjects)
    const benches: Bench[] = []
    for (const latencyMs of latencies) benches.push(await openBench(latencyMs, libraries))
    const notes = libraries.map(({ name, version }) => `${name} is version ${version}`)
    const cases: Case[] = []
    for (const [name, operation] of Object.entries(daytonaOperations)) {
      const able = await whoCan(name, operation, libraries, benches[0], notes)
      cases.push(...benches.map((bench) => makeCase(name, operation, able, bench)))
    }
    return {
      notes,
      cases,
      close: async () => {
        for (const bench of benches) await bench.close()
      },
    }
  },
}

async function openLibraries(subjects: readonly Subject[]): Promise<DaytonaLibrary[]> {
  const opened: DaytonaLibrary[] = []
  for (const { openDaytona } of subjects) if (openDaytona) opened.push(await openDaytona())
  return opened
}

async function openBench(latencyMs: number, libraries: readonly DaytonaLibrary[]): Promise<Bench> {
  const emulator = await forkEmulator<{ apiUrl: string }, { after: number }, { requests: number; last: number }>(
    'daytona-emulator-worker.ts',
    [String(latencyMs)],
  )
  const connection = { apiKey: 'dtn_bench', apiUrl: emulator.message.apiUrl, target: 'us' }
  const grounds = new Map<string, Ground>()
  const made: DaytonaSubject[] = []
  for (const { name, make } of libraries) {
    const id = `bench-${randomUUID()}`
    const fresh = (): DaytonaSubject => {
      const sandbox = make(connection, `bench-${randomUUID()}`)
      made.push(sandbox)
      return sandbox
    }
    const running = make(connection, id)
    await running.start()
    grounds.set(name, { running, again: () => make(connection, id), fresh })
  }
  return {
    latencyMs,
    measure: async ({ name }, operation) => {
      const ground = grounds.get(name)
      if (!ground) throw new Error(`${name} has no sandbox`)
      const { last } = await emulator.ask({ after: 0 })
      let result: unknown
      const elapsedMs = await timed(async () => {
        result = await operation.run(ground)
      })
      const { requests } = await emulator.ask({ after: last })
      for (const sandbox of made.splice(0)) await sandbox.destroy()
      expectResult(operation, result)
      return [requests, elapsedMs]
    },
    close: async () => {
      for (const { running } of grounds.values()) await running.destroy()
      await emulator.close()
    },
  }
}

/** Only what is told of the result counts. */
function expectResult({ expected }: Operation, result: unknown): void {
  const told =
    typeof expected === 'object' && expected !== null && typeof result === 'object' && result !== null
      ? Object.fromEntries(Object.entries(result).filter(([name]) => name in expected))
      : result
  if (!isDeepStrictEqual(told, expected)) throw new Error(`gives ${JSON.stringify(told)}`)
}

/** Who does an operation right. Of the others a note tells what happened; that of ours ends the run. */
async function whoCan(
  name: string,
  operation: Operation,
  libraries: readonly DaytonaLibrary[],
  bench: Bench | undefined,
  notes: string[],
): Promise<DaytonaLibrary[]> {
  const able: DaytonaLibrary[] = []
  for (const library of libraries) {
    try {
      await bench?.measure(library, operation)
      able.push(library)
    } catch (error) {
      if (library.name === 'ours') throw error
      notes.push(`${library.name} fails, ${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return able
}

function makeCase(name: string, operation: Operation, libraries: readonly DaytonaLibrary[], bench: Bench): Case {
  const contenders: [string, Contender][] = libraries.map((library) => [
    library.name,
    () => bench.measure(library, operation),
  ])
  const { budget } = operation
  return {
    name: `${name}, ${bench.latencyMs} ms to each answer`,
    metrics: [
      {
        name: 'requests',
        unit: 'requests',
        budget: budget === undefined ? undefined : { kind: 'value', limit: budget },
      },
      { name: 'time', unit: 'ms' },
    ],
    contenders: Object.fromEntries(contenders),
    rounds: 30,
  }
}
