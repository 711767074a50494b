import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

it('a build in the background keeps no process alive, and a wait for it does', async () => {
  expect(await runProgram(`queue.inBackground(build, { logger })`)).toBe('end\nexit 0\n')
  expect(await runProgram(`await queue.ensure(build, { logger, limitMs: Infinity })`)).toBe('built\nend\nexit 0\n')
})

const loader = new URL('support/source-loader.mjs', import.meta.url).href
const flags = [
  '--conditions=@caisson/source',
  '--experimental-transform-types',
  '--disable-warning=ExperimentalWarning',
]

/** Runs a program of its own process, whose build has timers in the background only. */
async function runProgram(program: string): Promise<string> {
  const text = `
    import { BuildQueue } from '@caisson/kit/templates'
    const queue = new BuildQueue()
    const logger = { debug() {}, info() {}, warn() {}, error() {} }
    const sleep = () => new Promise((resolve) => setTimeout(resolve, 50).unref())
    const run = () => sleep().then(() => console.log('built'))
    const build = { key: 'key', title: 'title', provider: 'acme', run }
    process.on('exit', (code) => console.log('exit', code))
    ${program}
    console.log('end')`
  const args = [...flags, '--import', loader, '--input-type=module', '-e', text]
  // From here, Node finds the package by its name.
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  return (await promisify(execFile)(process.execPath, args, { cwd })).stdout
}
