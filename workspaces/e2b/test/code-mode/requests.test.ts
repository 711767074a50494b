import { describe, expect, test } from 'vitest'
import { echoTools, runProgram } from '@caisson/testing/providers'
import { useEmulated } from '../support/emulated.js'
import { codeModeCloud } from './code-mode-cloud.js'

const spawn = 'POST /process.Process/Start'
const input = 'POST /process.Process/SendInput'

/** Programs, and how many messages with replies they may cost at most. */
const runs = [
  ['a program without tool calls', 'return 1', 0],
  ['one that fails', 'throw new Error("no")', 0],
  ['one that prints much', 'for (let i = 0; i < 5000; i++) console.log("line " + i)', 0],
  ['three calls one after the other', 'for (const i of [1, 2, 3]) await external_echo({ i })', 3],
  ['five calls at once', 'await Promise.all([1, 2, 3, 4, 5].map((i) => external_echo({ i })))', 5],
  ['fifty calls at once', 'await Promise.all(Array.from({ length: 50 }, (_, i) => external_echo({ i })))', 25],
] as const

describe.each([0, 50])('requests of a run, with %i ms latency', (latencyMs) => {
  const emulated = useEmulated({ latencyMs })
  const cloud = codeModeCloud(emulated)
  const made: { sandbox?: ReturnType<typeof emulated.make> } = {}

  test.each(runs)('%s', async (_, code, mostReplies) => {
    made.sandbox ??= emulated.make()
    const { sandbox } = made
    await sandbox.start()
    const { journal } = emulated.emulator
    const after = journal.last
    await runProgram(cloud, sandbox, code, { tools: echoTools })
    // A look for a twin of a new machine, which nobody waits for, belongs to its start.
    const { 'GET /v2/sandboxes': _looks, ...routes } = journal.routes({ after })
    // Nothing is listed, written, removed or killed.
    expect(routes).toEqual({ [spawn]: 1, [input]: expect.any(Number) })
    expect(routes[input]).toBeGreaterThanOrEqual(1 + Math.min(mostReplies, 1))
    expect(routes[input]).toBeLessThanOrEqual(1 + mostReplies)
  })
})
