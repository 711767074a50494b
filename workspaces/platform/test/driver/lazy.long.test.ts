import { expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'
import { runProgram } from '../support/run-program.js'

const target = useEmulated()

/** Says at each step which of the two it has loaded. */
const program = `
const { cache } = (await import('node:module')).createRequire(import.meta.url)
const loaded = () => ['ws', 'esbuild'].filter((name) => Object.keys(cache).some((file) => file.includes('/node_modules/' + name + '/')))
const { createCodeMode } = await import(process.argv[2])
const transport = new entry.PlatformCodeModeTransport()
new entry.PlatformFilesystem({ bucketName: 'box' })
const sandbox = new PlatformSandbox({ ...JSON.parse(process.argv[1]), template: entry.Template().runCmd('true') })
sandbox.clone()
await sandbox.start()
await sandbox.executeCommand('true')
console.log('a command:', ...loaded())
delete globalThis.WebSocket
await sandbox.executeCommand('true')
console.log('without sockets of the runtime:', ...loaded())
const { tool } = createCodeMode({ tools: {}, sandbox }, transport)
await tool.execute({ code: 'return 1 as number' })
console.log('a program:', ...loaded())
await sandbox.destroy()
`

it('loads sockets only where the runtime has none, and the compiler with the first program', async () => {
  const core = import.meta.resolve('@caisson/core')
  const { output, exitCode } = await runProgram(program, JSON.stringify(target.connection), core)
  expect(output.trim().split('\n')).toEqual([
    'a command:',
    'without sockets of the runtime: ws',
    'a program: ws esbuild',
  ])
  expect(exitCode).toBe(0)
})
