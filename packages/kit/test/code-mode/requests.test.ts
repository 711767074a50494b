import path from 'node:path'
import { BaseSandbox } from '@caisson/core'
import { createId } from '@caisson/core/driver'
import { RemoteCodeModeTransport } from '@caisson/kit/code-mode'
import type { LineAbilities } from '@caisson/kit/relay'
import { expect, onTestFinished, test } from 'vitest'
import { linesRelay } from '../relay/support/lines-bench.js'
import { LinesDriver } from '../relay/support/lines-driver.js'
import { run } from './support.js'

const env = { PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin` }
const echo = { echo: { execute: async (args: unknown) => args } }
/** Each call waits for the one before it. */
const program = 'let sum = 0; for (const value of [1, 2, 3]) sum += await external_echo(value); return sum'

async function requestsOf(abilities: LineAbilities): Promise<readonly string[]> {
  const raw = new LinesDriver()
  raw.abilities = abilities
  onTestFinished(() => raw.close())
  const sandbox = new BaseSandbox({
    name: 'LinesSandbox',
    id: createId('lines-sandbox'),
    driver: linesRelay(raw),
    options: { env },
    describe: () => 'Commands run on the host of the tests.',
  })
  expect((await run(new RemoteCodeModeTransport(), sandbox, program, { tools: echo })).result).toBe(6)
  return raw.calls.map(({ kind }) => kind)
}

test('A run costs a request for its process, one for its program and one for each reply', async () => {
  expect(await requestsOf({})).toEqual(['lines', 'run', 'run', 'run', 'run'])
})

test('A run costs two requests, however many tools it calls, where streams take input', async () => {
  expect(await requestsOf({ env: true, input: true })).toEqual(['lines', 'lines'])
})
