import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Template, type TemplateBuilder } from 'e2b'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { E2BSandbox } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { builtSince, routes, sentSince } from './support/requests.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

let context = ''
beforeEach(async () => {
  context = await mkdtemp(path.join(tmpdir(), 'caisson-changed-'))
})
afterEach(async () => rm(context, { recursive: true, force: true }))

const put = async (text: string): Promise<void> => writeFile(path.join(context, 'setup.sh'), text)

/** Stands on files; the number keeps the templates of tests apart. */
function definition(number: number): TemplateBuilder {
  const start = Template({ fileContextPath: context })
    .fromTemplate('base')
    .setEnvs({ NUMBER: `${number}` })
  return start.copy('setup.sh', '/home/user/setup.sh').runCmd('sh /home/user/setup.sh')
}

async function nameOf(sandbox: E2BSandbox): Promise<unknown> {
  return (await sandbox.getInfo()).metadata?.['templateName']
}

describe('what is built for a definition', () => {
  it('is what it was when the start began, whatever steps it gets meanwhile', async () => {
    await put('true\n')
    const template = definition(1)
    const release = target.emulator.faults.next(routes.request, { latencyMs: 500 })
    await using first = target.make({ template })
    const started = first.start()
    await expect.poll(() => sentSince(target, 0)).toContain(routes.request)
    template.runCmd('touch /home/user/added')
    await started
    expect(release.hits).toBe(1)
    expect((await first.executeCommand('test', ['-e', '/home/user/added'])).exitCode).toBe(1)
    await using second = target.make({ template })
    await second.start()
    expect((await second.executeCommand('test', ['-e', '/home/user/added'])).exitCode).toBe(0)
    expect(await nameOf(second)).not.toBe(await nameOf(first))
  })

  it('has another name when its files were mended after a build that failed', async () => {
    await put('exit 3\n')
    await using sandbox = target.make({ template: definition(2) })
    const failure = await sandbox.start().then(() => '', String)
    const broken = /template (caisson-[0-9a-f]{16})/.exec(failure)?.[1]
    expect(broken).toBeDefined()
    await put('touch /home/user/mended\n')
    await sandbox.start()
    expect(await nameOf(sandbox)).toMatch(/^caisson-[0-9a-f]{16}$/)
    expect(await nameOf(sandbox)).not.toBe(broken)
  })

  it('is nothing where its files are changed before they were sent; the next start takes them as they are', async () => {
    await put('true\n')
    target.emulator.faults.next(routes.alias, { latencyMs: 500 })
    await using sandbox = target.make({ template: definition(3) })
    const failure = sandbox.start().catch((error: unknown) => error)
    await expect.poll(() => sentSince(target, 0)).toContain(routes.alias)
    await put('touch /home/user/changed\n')
    expect(await failure).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringMatching(/template: .*files/),
    })
    expect(builtSince(target)).toBe(0)
    await sandbox.start()
    expect((await sandbox.executeCommand('test', ['-e', '/home/user/changed'])).exitCode).toBe(0)
  })
})
