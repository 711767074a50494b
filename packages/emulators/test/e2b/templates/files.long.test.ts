import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Sandbox, Template, type TemplateClass } from 'e2b'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPrivate } from '../backing.js'
import { useEmulator } from '../start.js'

const context = useEmulator()
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'caisson-files-'))
  mkdirSync(path.join(folder, 'app/inner'), { recursive: true })
  writeFileSync(path.join(folder, 'app/main.txt'), 'main')
  writeFileSync(path.join(folder, 'app/inner/deep.txt'), 'deep')
  writeFileSync(path.join(folder, 'app/inner/other.md'), 'other')
  writeFileSync(path.join(folder, 'app/run.sh'), '#!/bin/sh\necho ran\n')
  chmodSync(path.join(folder, 'app/run.sh'), 0o755)
  chmodSync(path.join(folder, 'app/main.txt'), 0o640)
  symlinkSync('main.txt', path.join(folder, 'app/link'))
  symlinkSync('/etc/hostname', path.join(folder, 'app/outward'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function start(): ReturnType<ReturnType<typeof Template>['fromBaseImage']> {
  return Template({ fileContextPath: folder }).fromBaseImage()
}

/** Runs a command in a new sandbox of a template that is built for it. */
async function runIn(name: string, template: TemplateClass, command: string): Promise<string> {
  await Template.build(template, name, context.connection)
  const sandbox = await Sandbox.create(name, { ...context.connection })
  try {
    return (await sandbox.commands.run(command)).stdout
  } finally {
    await sandbox.kill()
  }
}

describe.skipIf(!isPrivate)('files that a template copies (needs namespaces)', () => {
  it('keep modes and links, and are the user’s; directories made for them are root’s [BR-131]', async () => {
    const template = start().setWorkdir('/srv').copy('app', 'all')
    const shown = await runIn(
      'kept',
      template,
      'cd /srv/all; stat -c "%U %a %n" . inner main.txt run.sh; ./run.sh; readlink link outward',
    )
    expect(shown.trim().split('\n')).toEqual([
      'root 755 .',
      'user 755 inner',
      'user 640 main.txt',
      'user 755 run.sh',
      'ran',
      'main.txt',
      '/etc/hostname',
    ])
  })

  it('go to a user and get a mode where that is said', async () => {
    const template = start()
      .copy('app/main.txt', '/srv/as-root.txt', { user: 'root', mode: 0o600 })
      .copy('app/inner', '/srv/inner', { mode: 0o700 })
    const shown = await runIn('given', template, 'sudo stat -c "%U:%G %a %n" /srv/as-root.txt /srv/inner/deep.txt')
    expect(shown).toBe('root:root 600 /srv/as-root.txt\nuser:user 700 /srv/inner/deep.txt\n')
  })

  it('go into a directory that is there or ends in a slash, and become the target otherwise', async () => {
    const template = start()
      .makeDir('/home/user/there')
      .runCmd('echo old > ~/there/main.txt; echo stays > ~/there/stays.txt')
      .copy('app/main.txt', '/home/user/there')
      .copy('app/main.txt', '/home/user/new/')
      .copy('app/link', '/home/user/named')
      .copy('app/inner', '/home/user/there')
    const shown = await runIn(
      'placed',
      template,
      'cat there/main.txt there/stays.txt; ls there new; readlink named; stat -c %U there there/deep.txt',
    )
    expect(shown).toBe(
      'mainstays\nnew:\nmain.txt\n\nthere:\ndeep.txt\nmain.txt\nother.md\nstays.txt\nmain.txt\nuser\nuser\n',
    )
  })

  it('that a pattern means keep their places below what is before it', async () => {
    const template = start().copy('app/**/*.txt', '/home/user/texts')
    expect(await runIn('pattern', template, 'cd texts; find . -type f | sort')).toBe('./inner/deep.txt\n./main.txt\n')
  })
})

describe.skipIf(!isPrivate)('users and directories of a template (needs namespaces)', () => {
  it('hold for the steps after them and for its sandboxes, and the last ones count [BR-094]', async () => {
    const template = start()
      .setEnvs({ STAGE: 'one' })
      .runCmd('id -un > /tmp/before; echo "$STAGE" >> /tmp/before', { user: 'root' })
      .setUser('root')
      .setWorkdir('/srv/by-root/deep')
      .runCmd('echo "$(id -un) $(pwd)" > made')
      .setUser('user')
      .setWorkdir('/srv/by-user/deep')
      .setEnvs({ STAGE: 'two', BOTH: '$STAGE!' })
      .runCmd('echo "$(id -un) $(pwd) $STAGE" > made')
    const shown = await runIn(
      'defaults',
      template,
      'id -un; pwd; echo "$STAGE $BOTH"; cat made /srv/by-root/deep/made; stat -c "%U %n" /srv /srv/by-root /srv/by-user . made',
    )
    expect(shown.trim().split('\n')).toEqual([
      'user',
      '/srv/by-user/deep',
      'two two!',
      'user /srv/by-user/deep two',
      'root /srv/by-root/deep',
      'root /srv',
      'root /srv/by-root',
      'user /srv/by-user',
      'user .',
      'user made',
    ])
  })

  it('make a user who is not there', async () => {
    const template = start().setUser('worker').setWorkdir('/srv/work').runCmd('echo $HOME > made')
    expect(await runIn('new-user', template, 'id -un; cat made; stat -c %U .')).toBe('worker\n/home/worker\nworker\n')
  })

  it('stay as they are where the directory was there', async () => {
    const template = start().setWorkdir('/usr/local').runCmd('stat -c %U . > ~/owner')
    expect(await runIn('kept-owner', template, 'cat ~/owner; pwd')).toBe('root\n/usr/local\n')
  })
})
