import { access } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { startProgram, type StartedProgram } from './support/start-program.js'

const source = new URL('../../src/repository/private-folder.ts', import.meta.url).href

/** Makes a folder with a secret in it, and prints where it is. */
async function startWithFolder(then: string): Promise<StartedProgram> {
  const program = `const { makePrivateFolder } = await import(process.argv[1])
    const { folder } = await makePrivateFolder()
    await (await import('node:fs/promises')).writeFile(folder + '/environment', 'export TOKEN=secret')
    console.log(folder)
    ${then}`
  const started = await startProgram(program, [source])
  expect(started.line).toMatch(/caisson-template-/)
  return started
}

async function isThere(folder: string): Promise<boolean> {
  return access(folder).then(
    () => true,
    () => false,
  )
}

describe('a folder for uploads [T07]', () => {
  it.each(['', 'process.exit(0)'])('goes with the program, which it does not keep alive: %j', async (then) => {
    const { ended, line } = await startWithFolder(then)
    expect(await ended).toEqual([0, null])
    expect(await isThere(line)).toBe(false)
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)('goes when %s ends the program', async (signal) => {
    const { child, ended, line } = await startWithFolder('setInterval(() => undefined, 1000)')
    child.kill(signal)
    expect(await ended).toEqual([null, signal])
    await expect.poll(() => isThere(line)).toBe(false)
  })
})
