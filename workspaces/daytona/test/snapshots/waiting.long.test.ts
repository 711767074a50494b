import { describe, expect, it } from 'vitest'
import { DaytonaSandbox } from '../../src/index.js'
import { clientOf } from '../support/foreign-machine.js'
import { runProgram, type EndedProgram } from '../support/run-program.js'
import { failureOf, quickImage, routes, useSnapshots } from './support/snapshot-bench.js'

const bench = useSnapshots()

/** A program of its own that makes one call and prints what comes of it; ends by itself. */
async function runCall(options: string): Promise<EndedProgram> {
  const program = `
    const [, index, sdk, apiUrl] = process.argv
    const { createMountableSnapshot } = await import(index)
    const { Image } = await import(sdk)
    const options = { apiKey: 'any', apiUrl, target: 'us', tools: ['s3fs'], ...${options} }
    const made = createMountableSnapshot(options)
    console.log(await made.then(({ action }) => action, ({ code }) => code))`
  const index = new URL('../../src/index.ts', import.meta.url).href
  return runProgram(program, index, import.meta.resolve('@daytonaio/sdk'), bench.connection.apiUrl)
}

describe('a wait for a snapshot', () => {
  it('that lasts too long says so with the last lines; the build goes on and is joined', async () => {
    const image = quickImage('slow', 'echo installing a lot', 'sleep 4')
    const after = bench.emulator.journal.last
    const failure = await failureOf(bench.call({ image, buildTimeoutMs: 3000 }))
    expect(failure).toMatchObject({
      name: 'SandboxTimeoutError',
      code: 'TIMEOUT',
      timeoutMs: 3000,
      provider: 'daytona',
    })
    expect(failure.message).toContain('installing a lot')
    expect(failure.message).toContain('buildTimeoutMs')
    const lines: string[] = []
    const made = await bench.call({ image, onBuildLog: ({ message }) => lines.push(message) })
    expect(made.action).toBe('built')
    expect(lines.join('\n')).toContain('installing a lot')
    expect(bench.allSince(after)).toMatchObject({ [routes.create]: 1, [routes.log]: 1 })
  })

  it('that is aborted ends with the reason; others go on waiting', async () => {
    const image = quickImage('aborted', 'sleep 2')
    const controller = new AbortController()
    const reason = new TypeError('not wanted any more')
    const after = bench.emulator.journal.last
    const aborted = failureOf(bench.call({ image, abortSignal: controller.signal }))
    const other = bench.call({ image })
    await expect.poll(() => bench.emulator.journal.count({ after, route: routes.create })).toBe(1)
    controller.abort(reason)
    expect(await aborted).toBe(reason)
    expect((await other).action).toBe('built')
  })

  it('of several programs is for the same one', async () => {
    const after = bench.emulator.journal.last
    const options = "{ name: 'of-all', image: Image.base('daytonaio/sandbox').runCommands('sleep 3') }"
    const ended = await Promise.all([runCall(options), runCall(options), runCall(options)])
    expect(ended.map(({ output }) => output)).toEqual(['built\n', 'built\n', 'built\n'])
    const { items } = await clientOf(bench).snapshot.list()
    expect(items.filter((snapshot) => snapshot.name === 'of-all')).toHaveLength(1)
    const created = bench.emulator.journal.entries({ after, route: routes.create })
    expect(created.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('that is over keeps no program alive, though the build goes on', async () => {
    const name = 'left-alone'
    const image = "Image.base('daytonaio/sandbox').runCommands('sleep 120')"
    const { output, exitCode } = await runCall(`{ name: '${name}', image: ${image}, buildTimeoutMs: 3000 }`)
    expect({ output, exitCode }).toEqual({ output: 'TIMEOUT\n', exitCode: 0 })
    expect((await clientOf(bench).snapshot.get(name)).state).toBe('building')
  }, 60_000)
})

it('[D03] a sandbox of a new snapshot starts', async () => {
  const { name } = await bench.call({ image: quickImage('sandbox') })
  await using sandbox = new DaytonaSandbox({ ...bench.connection, snapshot: name })
  expect((await sandbox.executeCommand('command -v s3fs')).stdout).toBe('/usr/local/bin/s3fs\n')
})
