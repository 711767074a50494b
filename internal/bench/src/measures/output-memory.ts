import { fileURLToPath } from 'node:url'
import { contendersOf } from '../run/contenders-of.ts'
import type { Case, Contender, Measure, MeasureContext } from '../run/measure.ts'
import { runNode } from '../run/run-node.ts'
import type { MemoryTask } from '../workers/memory-worker.ts'

const worker = fileURLToPath(new URL('../workers/memory-worker.ts', import.meta.url))

const modes: Readonly<Record<MemoryTask['mode'], string>> = {
  count: 'spawn without a listener',
  listen: 'spawn with onStdout',
  execute: 'executeCommand',
}

/** How much the host process grows while it takes over much output. Every run has a process of its own. */
export const outputMemory: Measure = {
  name: 'memory',
  hasPeers: false,
  async prepare(context) {
    const names = Object.keys(modes) as MemoryTask['mode'][]
    return { notes: [], cases: names.map((mode) => makeCase(mode, context)) }
  },
}

function makeCase(mode: MemoryTask['mode'], { quick, directory, subjects }: MeasureContext): Case {
  const megabytes = quick ? 50 : 1000
  const task = { mode, command: `head -c ${megabytes}000000 /dev/zero`, warmUp: 'echo warm', directory }
  return {
    name: `${megabytes} MB, ${modes[mode]}`,
    metrics: [{ name: 'growth of RSS', unit: 'MB' }],
    rounds: 5,
    warmUps: 0,
    contenders: {
      bare: growth(task),
      ...contendersOf(subjects, ({ module }) => growth({ ...task, module })),
    },
  }
}

function growth(task: MemoryTask): Contender {
  return async () => [Number(await runNode([worker, JSON.stringify(task)]))]
}
