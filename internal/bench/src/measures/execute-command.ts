import { collectBare } from '../bare/run-bare.ts'
import { isolateBare } from '../bare/isolate-bare.ts'
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
    const isolated = isolatedCase(context)
    return {
      cases: [plainCase(context), ...(isolated ? [isolated] : [])],
      notes: isolated ? [] : ['bwrap is left out: it is not installed here'],
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

function isolatedCase({ subjects, directory }: MeasureContext): Case | undefined {
  const contenders = contendersOf(subjects, ({ executeIsolated }) => executeIsolated && runner(executeIsolated))
  if (Object.keys(contenders).length === 0) return undefined
  const bare = runner((command) => collectBare('bwrap', isolateBare(directory, command)))
  return {
    name: "executeCommand('true') in bwrap",
    metrics,
    rounds: 150,
    warmUps: 5,
    contenders: { bare, ...contenders },
  }
}

function runner(
  execute: (command: string) => Promise<{ readonly exitCode: Awaited<ReturnType<Execute>>['exitCode'] | null }>,
): Contender {
  return async () => [await timed(async () => expectEqual('The exit code', (await execute('true')).exitCode, 0))]
}
