import { afterEach, expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'
import { runProgram } from '../support/run-program.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

/** Attaches, runs commands both ways, and ends in one way or without a word. */
const program = `
const [apiUrl, apiKey, way] = process.argv.slice(1)
const sandbox = new DaytonaSandbox({ id: 'child', apiUrl, apiKey, target: 'us' })
await sandbox.start()
const { stdout } = await sandbox.executeCommand('echo quiet')
const live = []
await sandbox.executeCommand('echo live', [], { onStdout: (chunk) => void live.push(chunk) })
console.log(stdout.trim(), live.join('').trim())
if (way !== 'nothing') await sandbox[way]()
console.log('over')
`

it.each(['nothing', 'stop', 'destroy'])('a program that has attached, and at last does %s, just ends', async (way) => {
  const { apiUrl, apiKey } = target.connection
  expect(await runProgram(program, apiUrl, apiKey, way)).toEqual({ output: 'quiet live\nover\n', exitCode: 0 })
})

it('a program whose machine is taken away while it listens has no rejection that nobody handles', async () => {
  const listening = `
const [apiUrl, apiKey] = process.argv.slice(1)
const sandbox = new DaytonaSandbox({ id: 'child', apiUrl, apiKey, target: 'us' })
await sandbox.start()
const handle = await sandbox.processes.spawn('echo up; sleep 60')
handle.wait().catch(() => undefined)
while (!handle.stdout.includes('up')) await new Promise((resolve) => setTimeout(resolve, 10))
await Promise.all([sandbox.processes.spawn('sleep 60'), sandbox.destroy()]).catch(() => undefined)
console.log('over')
`
  const { apiUrl, apiKey } = target.connection
  expect(await runProgram(listening, apiUrl, apiKey)).toEqual({ output: 'over\n', exitCode: 0 })
})
