import { monitorEventLoopDelay } from 'node:perf_hooks'
import { listenBare } from '../bare/run-bare.ts'
import { contendersOf } from '../run/contenders-of.ts'
import { expectEqual } from '../run/expect-equal.ts'
import type { Contender, Measure } from '../run/measure.ts'
import { timed } from '../run/timed.ts'

/** What it costs to hear many short lines, each written by itself, and how long the host is kept from other work. */
export const shortLines: Measure = {
  name: 'lines',
  hasPeers: true,
  async prepare({ quick, subjects }) {
    const lines = quick ? 20_000 : 200_000
    const command = `i=0; while [ $i -lt ${lines} ]; do echo line $i; i=$((i+1)); done`
    return {
      notes: [],
      cases: [
        {
          name: `${lines} short lines with onStdout`,
          metrics: [
            { name: 'time', unit: 'ms', budget: { kind: 'ratio', limit: 1.15 } },
            { name: 'worst event-loop delay', unit: 'ms' },
          ],
          rounds: 15,
          warmUps: 1,
          contenders: {
            bare: counting(listenBare, command, lines),
            ...contendersOf(subjects, (subject) => counting(subject.stream, command, lines)),
          },
        },
      ],
    }
  },
}

function counting(
  stream: (command: string, listener: (text: string) => void) => Promise<void>,
  command: string,
  expected: number,
): Contender {
  return async () => {
    let lines = 0
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const elapsedMs = await timed(() =>
      stream(command, (text) => {
        for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1
      }),
    )
    delay.disable()
    expectEqual('The number of lines', lines, expected)
    return [elapsedMs, delay.max / 1e6]
  }
}
