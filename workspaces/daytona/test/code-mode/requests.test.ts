import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { echoTools, runProgram } from '@caisson/testing/providers'
import type { DaytonaSandbox } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { codeModeCloud } from './code-mode-cloud.js'

/** Programs, and how many messages they may cost at least and at most: their text, and the replies. */
const runs = [
  ['a program without tool calls', 'return 1', 1, 1],
  ['one that fails', 'throw new Error("no")', 1, 1],
  // What is printed faster than it is read may be fetched by a look of its own.
  ['one that prints much', 'for (let i = 0; i < 5000; i++) console.log("line " + i)', 1, 2],
  ['three calls one after the other', 'for (const i of [1, 2, 3]) await external_echo({ i })', 2, 4],
  ['five calls at once', 'await Promise.all([1, 2, 3, 4, 5].map((i) => external_echo({ i })))', 2, 6],
] as const

describe('requests of a run in a machine that was used before', () => {
  const emulated = useEmulated({ latencyMs: 50 })
  const cloud = codeModeCloud(emulated)
  let sandbox: DaytonaSandbox
  beforeAll(async () => {
    sandbox = emulated.make()
    await sandbox.start()
    // The first program of a machine makes what the next ones use again.
    await runProgram(cloud, sandbox, 'return 0')
  })
  afterAll(() => sandbox.destroy())

  test.each(runs)('%s', async (_, code, least, most) => {
    const { journal } = emulated.emulator
    // What the one before used is free as soon as its output has ended, a moment after its result.
    await expect.poll(() => journal.entries().filter(({ outcome }) => outcome === 'open')).toEqual([])
    const after = journal.last
    await runProgram(cloud, sandbox, code, { tools: echoTools })
    const calls = journal.entries({ after }).filter(({ kind }) => kind === 'call')
    const routes = calls.map(({ route }) => route)
    const inputs = routes.filter((route): boolean => route === 'POST /toolbox/process/execute')
    // Nothing is listed, written, removed or killed: a process, its output, its text, and the replies.
    expect(routes.filter((route) => !inputs.includes(route))).toEqual([
      'POST /toolbox/process/session/{id}/exec',
      'WS /toolbox/process/session/{id}/command/{id}/logs',
    ])
    expect(inputs.length).toBeGreaterThanOrEqual(least)
    expect(inputs.length).toBeLessThanOrEqual(most)
  })
})
