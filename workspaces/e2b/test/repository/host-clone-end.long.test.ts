import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRepository } from '@caisson/kit/templates'
import { createRepoTemplate } from '../../src/index.js'
import { cloneOnHost } from '../../src/repository/clone-on-host.js'
import { useRepositoryBench } from './support/repository-bench.js'
import { startProgram, type StartedProgram } from './support/start-program.js'

const token = 'a-token-of-the-host'
const bench = useRepositoryBench({ token })
let folder = ''

/** Where a `git` is first that never has cloned anything, and tells its process. */
const slowPath = (): string => `${folder}:${process.env['PATH']}`
const clonePid = async (): Promise<string> => readFile(path.join(folder, 'clone.pid'), 'utf8').catch(() => '')

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'caisson-test-git-'))
  const file = path.join(folder, 'git')
  const others = `PATH=\${PATH#*:} exec git "$@"`
  const clone = `*' clone '*) echo $$ >${folder}/clone.pid; exec sleep 600 ;;`
  await writeFile(file, `#!/bin/sh\ncase " $* " in ${clone} esac\n${others}\n`)
  await chmod(file, 0o755)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Starts a build in the background that clones here, and has printed something once `git` runs. */
async function startWithClone(then: string): Promise<StartedProgram> {
  await rm(path.join(folder, 'clone.pid'), { force: true })
  const program = `
    const { createRepoTemplate, E2BSandbox } = await import(process.argv[1])
    const { access } = await import('node:fs/promises')
    const [apiUrl, cloneUrl, token, file] = process.argv.slice(2)
    const getRepositoryAccess = async () => ({ cloneUrl, authorization: { scheme: 'bearer', token } })
    const template = createRepoTemplate({ baseTemplate: 'base', getRepositoryAccess })
    const sandbox = new E2BSandbox({ apiKey: 'e2b_test', apiUrl, sandboxUrl: apiUrl, template })
    await sandbox.start()
    const isThere = () => access(file).then(() => true, () => false)
    while (!(await isThere())) await new Promise((resolve) => setTimeout(resolve, 20))
    await sandbox.destroy()
    console.log('cloning')
    ${then}`
  const sources = new URL('../../src/index.ts', import.meta.url).href
  const values = [sources, bench.emulator.url, bench.cloneUrl, token, path.join(folder, 'clone.pid')]
  const started = await startProgram(program, values, { PATH: slowPath() })
  expect(started.line).toBe('cloning')
  return started
}

function isRunning(pid: string): boolean {
  try {
    return process.kill(Number(pid), 0)
  } catch {
    return false
  }
}

describe('a clone made here in the background [T07]', () => {
  beforeAll(async () => {
    await bench.host.commit('one', '1')
    await using sandbox = bench.make({ template: createRepoTemplate(bench.options()) })
    await sandbox.start()
    // What is there is older now, so that a new one is built in the background.
    await bench.host.commit('two', '2')
  })

  it('keeps no program alive, and ends with it', async () => {
    const { ended } = await startWithClone('')
    expect(await ended).toEqual([0, null])
    const pid = (await clonePid()).trim()
    await expect.poll(() => isRunning(pid)).toBe(false)
  })

  it('ends when a signal ends the program', async () => {
    const { child, ended } = await startWithClone('setInterval(() => undefined, 1000)')
    const pid = (await clonePid()).trim()
    expect(isRunning(pid)).toBe(true)
    child.kill('SIGTERM')
    expect(await ended).toEqual([null, 'SIGTERM'])
    await expect.poll(() => isRunning(pid)).toBe(false)
  })
})

it('a clone made here ends at its limit', async () => {
  const cloning = cloneOnHost({
    repository: readRepository(bench.cloneUrl),
    authorization: { scheme: 'bearer', token },
    sha: undefined,
    directory: path.join(folder, 'clone'),
    title: 'template mine',
    environment: { ...process.env, PATH: slowPath() },
    limitMs: 300,
  })
  await expect(cloning).rejects.toMatchObject({
    code: 'EXECUTION_FAILED',
    message: expect.stringContaining('git had not cloned it after 0.3 s'),
  })
  await expect.poll(async () => isRunning((await clonePid()).trim())).toBe(false)
})
