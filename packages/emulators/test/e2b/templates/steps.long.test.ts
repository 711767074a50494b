import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { BuildError, type LogEntry, Sandbox, Template, type TemplateClass, TemplateError } from 'e2b'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWheel } from '../../machine/support/make-wheel.js'
import { isPrivate } from '../backing.js'
import { useEmulator } from '../start.js'

const context = useEmulator()
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'caisson-template-'))
  mkdirSync(path.join(folder, 'app/inner'), { recursive: true })
  writeFileSync(path.join(folder, 'app/main.txt'), 'main')
  writeFileSync(path.join(folder, 'app/with space.txt'), 'space')
  writeFileSync(path.join(folder, 'app/inner/deep.txt'), 'deep')
  symlinkSync('main.txt', path.join(folder, 'app/link'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function build(template: TemplateClass, name: string, logs: LogEntry[] = []): Promise<void> {
  await Template.build(template, name, { ...context.connection, onBuildLogs: (entry) => logs.push(entry) })
}

/** Runs a command in a new sandbox of a template. */
async function runIn(name: string, command: string): Promise<string> {
  const sandbox = await Sandbox.create(name, { ...context.connection })
  try {
    return (await sandbox.commands.run(command)).stdout
  } finally {
    await sandbox.kill()
  }
}

test('knows base, and no name that was never built', async () => {
  expect(await Template.exists('base', context.connection)).toBe(true)
  expect(await Template.exists('local/base', context.connection)).toBe(true)
  expect(await Template.exists('nobody', context.connection)).toBe(false)
  await expect(Sandbox.create('nobody', { ...context.connection })).rejects.toThrow("404: template 'nobody' not found")
  const missingTag = Sandbox.create('base:v9', { ...context.connection })
  await expect(missingTag).rejects.toThrow("404: tag 'v9' does not exist for template 'base'")
})

test.skipIf(!isPrivate)('runs every step, and sandboxes see what they did (needs namespaces)', async () => {
  const logs: LogEntry[] = []
  const template = Template({ fileContextPath: folder })
    .fromBaseImage()
    .setEnvs({ GREETING: 'hello', PATH: '/opt/tool/bin:$PATH' })
    .runCmd('sudo mkdir -p /opt/tool/bin && echo made > made.txt', { user: 'user' })
    .setWorkdir('/srv/app')
    .copy('app', 'all')
    .copy('app/*.txt', 'flat/', { mode: 0o600, user: 'root' })
    .copy('app/main.txt', 'renamed.txt')
    .makeDir('/srv/app/dir')
    .makeSymlink('renamed.txt', 'linked')
    .runCmd('echo one; echo two >&2; echo $GREETING > greeting.txt')
  await build(template, 'steps', logs)
  const messages = logs.map(({ message }) => message)
  expect(messages).toEqual(
    expect.arrayContaining(['[builder 9/9] [stdout]: one', '[builder 9/9] [stderr]: two', 'Build finished']),
  )
  const shown = await runIn(
    'steps',
    'pwd; whoami; echo $GREETING; cat greeting.txt all/main.txt all/inner/deep.txt "all/with space.txt" linked; ' +
      'echo; readlink all/link; stat -c "%U %a" flat/main.txt renamed.txt; ls flat; cat ~/made.txt; [ -d dir ] && echo dir',
  )
  expect(shown.split('\n')).toEqual([
    '/srv/app',
    'user',
    'hello',
    'hello',
    'maindeepspacemain',
    'main.txt',
    'root 600',
    'user 644',
    'main.txt',
    'with space.txt',
    'made',
    'dir',
    '',
  ])
})

test('stands on another template', async () => {
  await build(Template().fromBaseImage().setEnvs({ LEVEL: 'one' }).runCmd('echo one > ~/one'), 'level-one')
  await build(
    Template().fromTemplate('level-one').setEnvs({ MORE: '$LEVEL two' }).runCmd('echo two > ~/two'),
    'level-two',
  )
  expect(await runIn('level-two', 'cat ~/one ~/two; echo $LEVEL, $MORE')).toBe('one\ntwo\none, one two\n')
  expect(await runIn('level-one', 'ls ~')).toBe('one\n')
})

test('fails with the step that failed', async () => {
  const logs: LogEntry[] = []
  const failing = build(Template().fromBaseImage().runCmd('true').runCmd('echo oops >&2; false'), 'failing', logs)
  await expect(failing).rejects.toThrow("failed to run command 'echo oops >&2; false': exit status 1")
  expect(logs.map(({ message }) => message)).toContain('[builder 2/2] [stderr]: oops')
  await expect(failing).rejects.toBeInstanceOf(BuildError)
  await expect(Sandbox.create('failing', { ...context.connection })).rejects.toThrow(/404/)
})

test('fails for users and files that are not there', async () => {
  const asNobody = build(Template().fromBaseImage().runCmd('whoami', { user: 'nobody123' }), 'no-user')
  await expect(asNobody).rejects.toThrow("command failed: unauthenticated: invalid username: 'nobody123'")
  const fromNothing = build(Template().fromTemplate('nothing'), 'no-base')
  await expect(fromNothing).rejects.toThrow("template 'nothing' not found")
})

test('builds in the background', async () => {
  const template = Template().fromBaseImage().runCmd('sleep 1; echo done')
  const info = await Template.buildInBackground(template, 'slow', { ...context.connection })
  expect((await Template.getBuildStatus(info, context.connection)).status).toBe('building')
  await expect.poll(async () => (await Template.getBuildStatus(info, context.connection)).status).toBe('ready')
  const unknown = Template.getBuildStatus({ templateId: info.templateId, buildId: 'none' }, context.connection)
  await expect(unknown).rejects.toThrow(/Build 'none' not found/)
})

test('starts what a template says in each sandbox', async () => {
  const port = 20_000 + (process.pid % 20_000)
  const start = `python3 -m http.server ${port} --bind 127.0.0.1`
  const ready = `curl -sf http://127.0.0.1:${port}/ > /dev/null`
  await build(Template().fromBaseImage().setStartCmd(start, ready), 'served')
  expect(await runIn('served', `curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:${port}/`)).toBe('200')
})

test('gives, lists and takes tags', async () => {
  await build(Template().fromBaseImage().runCmd('echo 1 > ~/version'), 'tagged:v1')
  await build(Template().fromBaseImage().runCmd('echo 2 > ~/version'), 'tagged:v2')
  expect((await Template.assignTags('tagged:v1', ['stable', 'default'], context.connection)).tags).toEqual([
    'stable',
    'default',
  ])
  expect(await runIn('tagged', 'cat ~/version')).toBe('1\n')
  expect(await runIn('tagged:v2', 'cat ~/version')).toBe('2\n')
  const tags = await Template.getTags('tagged', context.connection)
  expect(tags.map(({ tag }) => tag).toSorted()).toEqual(['default', 'stable', 'v1', 'v2'])
  await Template.removeTags('tagged', 'stable', context.connection)
  await expect(Sandbox.create('tagged:stable', { ...context.connection })).rejects.toThrow(
    /tag 'stable' does not exist/,
  )
  await expect(Template.assignTags('tagged:v1', ':x', context.connection)).rejects.toThrow(TemplateError)
  await expect(Template.removeTags('nobody', 'x', context.connection)).rejects.toThrow(/404/)
})

test('keeps the old version when a new one fails', async () => {
  await build(Template().fromBaseImage().runCmd('echo good > ~/version'), 'kept')
  await expect(build(Template().fromBaseImage().runCmd('false'), 'kept')).rejects.toThrow(BuildError)
  expect(await runIn('kept', 'cat ~/version')).toBe('good\n')
})

test.skipIf(!isPrivate)('installs packages of three kinds from files (needs namespaces)', async () => {
  const packages = path.join(folder, 'packages')
  mkdirSync(path.join(packages, 'node'), { recursive: true })
  mkdirSync(path.join(packages, 'python'), { recursive: true })
  mkdirSync(path.join(packages, 'deb/DEBIAN'), { recursive: true })
  writeFileSync(path.join(packages, 'node/package.json'), '{"name":"tiny-node","version":"1.0.0","main":"index.js"}')
  writeFileSync(path.join(packages, 'node/index.js'), 'module.exports = "node works"')
  const control =
    'Package: tiny-deb\nVersion: 1\nArchitecture: all\nMaintainer: nobody <n@example.com>\nDescription: tiny\n'
  writeFileSync(path.join(packages, 'deb/DEBIAN/control'), control)
  const template = Template({ fileContextPath: folder })
    .fromBaseImage()
    .copy('packages', '/tmp/packages')
    .npmInstall('/tmp/packages/node')
    .runCmd(`cd /tmp && python3 -c '${makeWheel}'`)
    .pipInstall('/tmp/tiny_python-1.0-py3-none-any.whl')
    .runCmd('dpkg-deb --build /tmp/packages/deb /tmp/tiny.deb && sudo dpkg -i /tmp/tiny.deb')
  await build(template, 'packages')
  const shown = await runIn(
    'packages',
    'node -p \'require("tiny-node")\'; python3 -c "import tiny_python"; dpkg -s tiny-deb | grep Status',
  )
  expect(shown).toBe('node works\npython works\nStatus: install ok installed\n')
})
