import { afterEach, expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'
import { runProgram } from '../support/run-program.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

const opening = `
const { way, ...connection } = JSON.parse(process.argv[1])
const sandbox = new PlatformSandbox({ id: 'child', ...connection })
await sandbox.start()
`
const given = (way: string): string => JSON.stringify({ way, ...target.connection })

/** Still listens to a process when it ends. */
const program = `${opening}
const { stdout } = await sandbox.executeCommand('echo quiet')
const handle = await sandbox.processes.spawn('echo live; sleep 60')
while (!handle.stdout.includes('live')) await new Promise((resolve) => setTimeout(resolve, 10))
console.log(stdout.trim(), handle.stdout.trim())
await sandbox[way]()
console.log('over')
`

/** Has run commands, with and without listeners, and ends in one way or without a word. */
const quiet = `${opening}
console.log((await sandbox.executeCommand('echo quiet')).stdout.trim())
console.log((await sandbox.executeCommand('printf live', [], { onStdout: () => undefined })).stdout)
if (way !== 'nothing') await sandbox[way]()
console.log('over')
`

it.each(['nothing', 'stop', 'destroy'])(
  'a program that has run commands, and at last does %s, just ends',
  async (way) => {
    expect(await runProgram(quiet, given(way))).toEqual({ output: 'quiet\nlive\nover\n', exitCode: 0 })
  },
)

it.each(['stop', 'destroy'])('a program that listens to a process when it does %s just ends', async (way) => {
  expect(await runProgram(program, given(way))).toEqual({ output: 'quiet live\nover\n', exitCode: 0 })
})

it('a program whose machine is taken away while it listens has no rejection that nobody handles', async () => {
  const listening = `${opening}
const handle = await sandbox.processes.spawn('echo up; sleep 60')
handle.wait().catch(() => undefined)
while (!handle.stdout.includes('up')) await new Promise((resolve) => setTimeout(resolve, 10))
await Promise.all([sandbox.processes.spawn('sleep 60'), sandbox.destroy()]).catch(() => undefined)
console.log('over')
`
  expect(await runProgram(listening, given('nothing'))).toEqual({ output: 'over\n', exitCode: 0 })
})
