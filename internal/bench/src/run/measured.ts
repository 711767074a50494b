import { expectEqual } from './expect-equal.ts'
import type { Contender } from './measure.ts'
import { timed } from './timed.ts'

/** A contender whose result must be right to count. */
export function measured(name: string, expected: unknown, run: () => Promise<unknown>): Contender {
  return async () => {
    let result: unknown
    const elapsedMs = await timed(async () => {
      result = await run()
    })
    expectEqual(name, result, expected)
    return [elapsedMs]
  }
}
