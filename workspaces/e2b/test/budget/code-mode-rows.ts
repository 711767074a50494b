import { createCodeMode } from '@caisson/core'
import { E2BCodeModeTransport } from '../../src/index.js'
import { z } from 'zod'
import type { BudgetRow, Ground } from './budget-row.js'

const start = 'POST /process.Process/Start'
const input = 'POST /process.Process/SendInput'

/** Resolves for everybody once so many have come. */
function barrier(count: number): () => Promise<void> {
  let resolve = (): void => undefined
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  let missing = count
  return async () => {
    missing -= 1
    if (missing === 0) resolve()
    await promise
  }
}

/** Prepares a program with a tool `double`, which answers `together` calls at once. */
async function program({ make, id }: Ground, code: string, expected: unknown, together = 1) {
  const sandbox = make({ id })
  await sandbox.start()
  const all = barrier(together)
  const { tool } = createCodeMode(
    {
      sandbox,
      tools: {
        double: {
          description: 'Doubles a number',
          inputSchema: z.object({ value: z.number() }),
          execute: async ({ value }: { value: number }) => {
            if (together > 1) await all()
            return value * 2
          },
        },
      },
    },
    new E2BCodeModeTransport(),
  )
  return async () => {
    const outcome = await tool.execute({ code })
    if (!('success' in outcome) || !outcome.success || JSON.stringify(outcome.result) !== JSON.stringify(expected)) {
      throw new TypeError(`the program gave ${JSON.stringify(outcome)}`)
    }
  }
}

export const codeModeRows: readonly BudgetRow[] = [
  {
    operation: 'code mode, no tool call',
    budget: 2,
    routes: [start, input],
    prepare: (ground) => program(ground, 'const six: number = 6; return six * 7', 42),
  },
  {
    operation: 'code mode, 4 tool calls one after the other',
    budget: 2 + 4,
    routes: [start, input, input, input, input, input],
    prepare: (ground) =>
      program(
        ground,
        'let sum = 0; for (const value of [1, 2, 3, 4]) sum += await external_double({ value }); return sum',
        20,
      ),
  },
  {
    operation: 'code mode, 4 tool calls at once',
    budget: 2 + 4,
    routes: [start, input, input],
    prepare: (ground) =>
      program(
        ground,
        'return await Promise.all([1, 2, 3, 4].map((value) => external_double({ value })))',
        [2, 4, 6, 8],
        4,
      ),
  },
]
