import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { Template, type TemplateClass } from 'e2b'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useEmulated } from '../support/emulated.js'
import { keepingLogger } from './support/keeping-logger.js'
import { builtSince, routes, sentSince } from './support/requests.js'

const target = useEmulated()
afterEach(async () => {
  vi.useRealTimers()
  await target.emulator.reset()
})

let count = 0

function definition(command = 'true'): TemplateClass & object {
  count += 1
  return Template()
    .fromTemplate('base')
    .setEnvs({ RUN: `${count}` })
    .runCmd(command)
}

/** Starts a sandbox with the command in its template, without one with the default, and prints what it was made from. */
const program = `
  import { Template } from 'e2b'
  import { E2BSandbox } from ${JSON.stringify(new URL('../../src/index.ts', import.meta.url).href)}
  const [url, command] = process.argv.slice(1)
  const template = command === '' ? undefined : Template().fromTemplate('base').runCmd(command)
  const sandbox = new E2BSandbox({ apiKey: 'e2b_test', apiUrl: url, sandboxUrl: url, template })
  await sandbox.start()
  const { metadata } = await sandbox.getInfo()
  await sandbox.destroy()
  process.stdout.write(metadata.templateName)
`

/** In a program of its own. Resolves when that has ended. */
async function startElsewhere(command: string): Promise<string> {
  const words = [...nodeOptions, '--import', loader, '--input-type=module', '--eval', program, '--']
  const child = spawn(process.execPath, [...words, target.emulator.url, command], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
    // One that does not end fails its test, and nothing of it stays.
    timeout: 60_000,
  })
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return output
}

const nodeOptions = [
  '--conditions=@caisson/source',
  '--experimental-transform-types',
  '--disable-warning=ExperimentalWarning',
]

/** Sources import each other by the names that they are compiled to. */
const loader = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module'
registerHooks({ resolve: (name, context, next) => {
  try { return next(name, context) } catch (error) {
    if (!name.endsWith('.js')) throw error
    return next(name.slice(0, -3) + '.ts', context)
  }
} })`)}`

describe('a definition that many need at once', () => {
  it('is built once for ten sandboxes of this process', async () => {
    const commands = 'sleep 0.5'
    const shared = definition(commands)
    const sandboxes = Array.from({ length: 10 }, () => target.make({ template: shared }))
    await Promise.all(sandboxes.map(async (sandbox) => sandbox.start()))
    const names = await Promise.all(
      sandboxes.map(async (sandbox) => (await sandbox.getInfo()).metadata?.['templateName']),
    )
    expect(new Set(names).size).toBe(1)
    expect(builtSince(target)).toBe(1)
    expect(target.emulator.journal.count({ route: routes.trigger })).toBe(1)
    await Promise.all(sandboxes.map(async (sandbox) => sandbox.destroy()))
  })

  it('is built once by two programs, where the second sees the build of the first', async () => {
    const command = `echo ${Date.now()}`
    const release = target.emulator.faults.holdBuilds()
    const first = startElsewhere(command)
    await expect.poll(() => target.emulator.journal.count({ route: routes.trigger }), { timeout: 30_000 }).toBe(1)
    const second = startElsewhere(command)
    await expect.poll(() => target.emulator.journal.count({ route: routes.template }), { timeout: 30_000 }).toBe(1)
    release()
    const names = await Promise.all([first, second])
    expect(names[0]).toMatch(/^caisson-[0-9a-f]{16}$/)
    expect(names[1]).toBe(names[0])
    expect(builtSince(target)).toBe(1)
  })

  it('a build that another program ended by its own is taken from that one', async () => {
    const release = target.emulator.faults.holdBuilds('contested')
    const template = definition()
    await using sandbox = target.make({ template: { ref: 'contested', template } })
    const started = sandbox.start()
    await expect.poll(() => target.emulator.journal.count({ route: routes.trigger })).toBe(1)
    await Template.buildInBackground(template, 'contested', { ...target.connection })
    release()
    await started
    expect(builtSince(target)).toBe(2)
    expect((await sandbox.getInfo()).metadata).toMatchObject({ templateName: 'contested' })
    expect((await sandbox.getInfo()).metadata).not.toHaveProperty('templateFallback')
  })
})

describe('a build in the background', () => {
  it('keeps no program alive', async () => {
    const release = target.emulator.faults.holdBuilds()
    expect(await startElsewhere('')).toBe('base')
    release()
  })

  it('that fails is a warning, is not tried again at once, and is tried again later', async () => {
    const { warnings, logger } = keepingLogger()
    const defaultTemplate = { nodeSource: { baseUrl: 'https://127.0.0.1:9' } }
    const start = async (): Promise<string[]> => {
      const { last } = target.emulator.journal
      await using sandbox = target.make({ template: undefined, defaultTemplate, logger })
      await sandbox.start()
      return sentSince(target, last)
    }
    const { list, create, request } = routes
    /** Nobody waits for the requests of the build, which come in between. */
    const machines = async (): Promise<string[]> =>
      (await start()).filter((route) => [list, create].includes(route as typeof list))
    target.emulator.faults.nextBuild({ fail: 'the disk is full' })
    expect(await machines()).toEqual([list, create, create])
    await expect.poll(() => warnings.join('\n')).toContain('the disk is full')
    expect(await machines()).toEqual([list, create])
    expect(builtSince(target)).toBe(1)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    target.emulator.faults.nextBuild({ fail: 'the disk is still full' })
    expect(await machines()).toEqual([list, create, create])
    await expect.poll(() => target.emulator.journal.count({ route: request })).toBe(2)
    await expect.poll(() => warnings.join('\n')).toContain('the disk is still full')
  })
})
