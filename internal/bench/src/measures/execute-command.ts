import { collectBare } from '../bare/run-bare.ts'
import { isolateBare } from '../bare/isolate-bare.ts'
import { readIsolation } from '../bare/read-isolation.ts'
import { contendersOf } from '../run/contenders-of.ts'
import { expectEqual } from '../run/expect-equal.ts'
import type { Case, Contender, Measure, MeasureContext, Metric } from '../run/measure.ts'
import { timed } from '../run/timed.ts'
import type { Execute } from '../subjects/subject.ts'

const metrics: readonly Metric[] = [{ name: 'time', unit: 'ms', budget: { kind: 'ratio', limit: 1.05 } }]

/** What it costs to run the smallest command. */
export const executeCommand: Measure = {
  name: 'execute',
  hasPeers: true,
  async prepare(context) {
    const isolated = await isolatedCases(context)
    return {
      cases: [plainCase(context), ...isolated],
      notes: isolated.length > 0 ? [] : ['bwrap is left out: it is not installed here'],
    }
  },
}

function plainCase({ subjects }: MeasureContext): Case {
  return {
    name: "executeCommand('true')",
    metrics,
    rounds: 400,
    warmUps: 20,
    contenders: {
      bare: runner(() => collectBare('/bin/sh', ['-c', 'true'])),
      ...contendersOf(subjects, (subject) => runner(subject.execute)),
    },
  }
}

/** Beside the same isolation, which is what our own code costs, and beside a short one, which is what its strictness costs. */
async function isolatedCases({ subjects, directory }: MeasureContext): Promise<Case[]> {
  const contenders = contendersOf(subjects, ({ executeIsolated }) => executeIsolated && runner(executeIsolated))
  const isolation = await readIsolation(subjects[0]?.executeIsolated)
  if (isolation === undefined) return []
  const common = { rounds: 150, warmUps: 5 }
  const same = runner((command) => collectBare('bwrap', [...isolation, '--', '/bin/sh', '-c', command]))
  const short = runner((command) => collectBare('bwrap', isolateBare(directory, command)))
  return [
    { ...common, name: "executeCommand('true') in bwrap", metrics, contenders: { bare: same, ...contenders } },
    {
      ...common,
      name: "executeCommand('true') in bwrap, over a minimal one",
      metrics: [{ name: 'time', unit: 'ms' }],
      contenders: { bare: short, ...contenders },
    },
  ]
}

function runner(
  execute: (command: string) => Promise<{ readonly exitCode: Awaited<ReturnType<Execute>>['exitCode'] | null }>,
): Contender {
  return async () => [await timed(async () => expectEqual('The exit code', (await execute('true')).exitCode, 0))]
}
