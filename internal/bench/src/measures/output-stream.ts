import { countBare, listenBare } from '../bare/run-bare.ts'
import { contendersOf } from '../run/contenders-of.ts'
import { expectEqual } from '../run/expect-equal.ts'
import type { Case, Contender, Measure, Metric } from '../run/measure.ts'
import { timed } from '../run/timed.ts'
import type { Subject } from '../subjects/subject.ts'

const metrics: readonly Metric[] = [{ name: 'time', unit: 'ms', budget: { kind: 'ratio', limit: 1.15 } }]

/** What it costs to take over much output. */
export const outputStream: Measure = {
  name: 'stream',
  hasPeers: true,
  async prepare({ quick, subjects }) {
    const bytes = quick ? 10_000_000 : 100_000_000
    const command = `head -c ${bytes} /dev/zero`
    const countingBare: Contender = async () => [
      await timed(async () => expectEqual('The output', await countBare(command), bytes)),
    ]
    const make = (name: string, bare: Contender, run: (subject: Subject) => Contender): Case => ({
      name: `${bytes / 1_000_000} MB, ${name}`,
      metrics,
      rounds: 40,
      warmUps: 2,
      contenders: { bare, ...contendersOf(subjects, run) },
    })
    return {
      notes: [],
      cases: [
        make('spawn without a listener', countingBare, (subject) => async () => [
          await timed(() => subject.stream(command)),
        ]),
        make('spawn with onStdout', listening(listenBare, command, bytes), (subject) =>
          listening(subject.stream, command, bytes),
        ),
        make('executeCommand', countingBare, (subject) => async () => [
          await timed(async () => expectEqual('The exit code', (await subject.execute(command)).exitCode, 0)),
        ]),
      ],
    }
  },
}

function listening(
  stream: (command: string, listener: (text: string) => void) => Promise<void>,
  command: string,
  expected: number,
): Contender {
  return async () => {
    let length = 0
    const elapsedMs = await timed(() =>
      stream(command, (text) => {
        length += text.length
      }),
    )
    expectEqual('The length of the text', length, expected)
    return [elapsedMs]
  }
}
