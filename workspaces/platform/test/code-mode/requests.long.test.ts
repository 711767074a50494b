import { echoTools, runProgram } from '@caisson/testing/providers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PlatformSandbox } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { codeModeCloud } from './code-mode-cloud.js'

/** Programs, and how many messages they may cost at most where a message is a request: their text, and the replies. */
const runs = [
  ['a program without tool calls', 'return 1', 1],
  ['one that fails', 'throw new Error("no")', 1],
  ['three calls one after the other', 'for (const i of [1, 2, 3]) await external_echo({ i })', 4],
  ['five calls at once', 'await Promise.all([1, 2, 3, 4, 5].map((i) => external_echo({ i })))', 6],
  ['fifty calls at once', 'await Promise.all(Array.from({ length: 50 }, (_, i) => external_echo({ i })))', 26],
] as const

interface Way {
  readonly title: string
  readonly features: readonly string[]
  /** Sockets that a run takes, where so many messages may be requests. */
  most(messages: number): number
}

const ways: readonly Way[] = [
  { title: 'where sockets take input', features: ['stdin'], most: () => 2 },
  { title: 'where they take none', features: [], most: (messages) => 1 + messages },
]

describe.each(ways)('requests of a run, $title', ({ features, most }) => {
  const emulated = useEmulated({ latencyMs: 50, features: [...features] })
  const cloud = codeModeCloud(emulated)
  let sandbox: PlatformSandbox
  beforeAll(async () => {
    sandbox = emulated.make()
    await sandbox.start()
    // The first program of a machine makes what the next ones use again.
    await runProgram(cloud, sandbox, 'return 0')
  })
  afterAll(() => sandbox.destroy())

  test.each(runs)('%s', async (_, code, messages) => {
    const { journal } = emulated.emulator
    // What the one before used is free as soon as its output has ended, a moment after its result.
    await expect.poll(() => journal.entries().filter(({ outcome }) => outcome === 'open')).toEqual([])
    const after = journal.last
    expect(await runProgram(cloud, sandbox, code, { tools: echoTools })).toHaveProperty('success')
    // Nothing is listed, written, removed or killed, and no lease is asked for: a process, its text, and the replies.
    const routes = journal.routes({ after, kind: 'call' })
    expect(Object.keys(routes)).toEqual(['WS /exec'])
    expect(routes['WS /exec']).toBeGreaterThanOrEqual(2)
    expect(routes['WS /exec']).toBeLessThanOrEqual(most(messages))
  })
})
