import { createCodeMode } from '@caisson/core'
import type { Ground, Operation, Operations } from './operation.js'

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

interface Program {
  readonly code: string
  readonly expected: unknown
  /** Tool calls that are answered only when so many have come. */
  readonly together?: number | undefined
}

/** Prepares a program with a tool `double`, in a machine where programs have run before. */
async function prepare({ make, id, codeModeTransport }: Ground, { code, expected, together = 1 }: Program) {
  const sandbox = make({ id })
  await sandbox.start()
  const all = barrier(together)
  const execute = async (input: unknown): Promise<number> => {
    if (together > 1) await all()
    return typeof input === 'object' && input !== null && 'value' in input ? Number(input.value) * 2 : Number.NaN
  }
  const double = { description: 'Doubles a number', execute }
  const { tool } = createCodeMode({ sandbox, tools: { double } }, codeModeTransport())
  const run = async (text: string, wanted: unknown): Promise<void> => {
    const outcome = await tool.execute({ code: text })
    if (!('success' in outcome) || !outcome.success || JSON.stringify(outcome.result) !== JSON.stringify(wanted)) {
      throw new TypeError(`the program gave ${JSON.stringify(outcome)}`)
    }
  }
  await run('return 0', 0)
  return () => run(code, expected)
}

function program(options: Program): Operation {
  return { prepare: (ground) => prepare(ground, options) }
}

export const codeModeOperations = {
  'code mode, no tool call': program({ code: 'const six: number = 6; return six * 7', expected: 42 }),
  'code mode, 4 tool calls one after the other': program({
    code: 'let sum = 0; for (const value of [1, 2, 3, 4]) sum += await external_double({ value }); return sum',
    expected: 20,
  }),
  'code mode, 4 tool calls at once': program({
    code: 'return await Promise.all([1, 2, 3, 4].map((value) => external_double({ value })))',
    expected: [2, 4, 6, 8],
    together: 4,
  }),
} as const satisfies Operations
