import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Template } from 'e2b'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mount, serveNode, sh, useStores, whyNoMounts } from '@caisson/testing'
import { createDefaultMountableTemplate, type MountableTemplateOptions } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'

const target = useEmulated()
const buildTimeoutMs = 280_000

/** Where this computer reaches registries through somebody whose certificate npm does not know by itself. */
const { NODE_EXTRA_CA_CERTS: certificates } = process.env
const trusted = certificates === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificates }

/** As E2B's own base is, and this computer's programs are not: without anything that mounts. */
async function buildBareBase(): Promise<void> {
  const remove = 'apt-get purge -y s3fs fuse3 bindfs && rm -f /etc/fuse.conf && ! command -v s3fs'
  const base = Template().fromTemplate('base').runCmd(remove, { user: 'root' })
  await Template.build(base, 'base', { ...target.connection })
}

describe('steps that are really done', () => {
  it('[T04] files are copied with their modes and links, owned by the user or whom the step says', async () => {
    const context = await mkdtemp(path.join(tmpdir(), 'caisson-copy-'))
    await mkdir(path.join(context, 'app'))
    await writeFile(path.join(context, 'app/run.sh'), '#!/bin/sh\necho ran\n')
    await chmod(path.join(context, 'app/run.sh'), 0o755)
    await symlink('/etc/passwd', path.join(context, 'app/outside'))
    const template = Template({ fileContextPath: context })
      .fromTemplate('base')
      .copy('app', '/srv/app')
      .copy('app/run.sh', '/srv/root.sh', { user: 'root', mode: 0o700 })
      .setWorkdir('/srv/app')
    await using sandbox = target.make({ template })
    const result = await sandbox.executeCommand('./run.sh; stat -c "%U %a" run.sh /srv/root.sh; readlink outside; pwd')
    await rm(context, { recursive: true })
    expect(result.stdout).toBe('ran\nuser 755\nroot 700\n/etc/passwd\n/srv/app\n')
  })

  it('[T04] packages of Debian, npm and PyPI are installed', async () => {
    const template = Template()
      .fromTemplate('base')
      .aptInstall(['hello', 'python3-pip'], { noInstallRecommends: true })
      .runCmd('pip install --break-system-packages --quiet iniconfig==2.1.0', { user: 'root' })
      .setEnvs(trusted)
      .runCmd('npm install --prefix /home/user/app is-odd@3.0.1')
    await using sandbox = target.make({ template, buildTimeoutMs, startTimeoutMs: 320_000 })
    const check = `hello; python3 -c 'import iniconfig; print("pip")'; node -e 'console.log(require("/home/user/app/node_modules/is-odd")(3))'`
    expect((await sandbox.executeCommand(check)).stdout).toBe('Hello, world!\npip\ntrue\n')
  }, 330_000)
})

describe('the default mountable template [T01]', () => {
  const stores = useStores()
  let defaultTemplate: MountableTemplateOptions = {}
  let close = async (): Promise<void> => undefined
  beforeAll(async () => {
    const server = await serveNode()
    close = async () => server.close()
    const { baseUrl, sha256, version } = server
    await buildBareBase()
    defaultTemplate = { nodeVersion: version, nodeSource: { baseUrl, sha256 } }
  }, 120_000)
  afterAll(() => close())

  it('brings Node, Corepack and what mounts buckets, so that a mount installs nothing', async ({ skip }) => {
    const obstacle = whyNoMounts(target.emulator)
    skip(obstacle !== undefined, obstacle)
    const { template, id, resources, aptPackages } = createDefaultMountableTemplate(defaultTemplate)
    await Template.build(template, id, { ...resources, ...target.connection })
    await using sandbox = target.make({ template: undefined, defaultTemplate })
    const version = `v${defaultTemplate.nodeVersion}`
    const programs = await sandbox.executeCommand(
      'command -v node corepack s3fs; node --version; env | grep COREPACK; npm --version',
    )
    expect(programs.stdout).toMatch(
      new RegExp(
        `^/usr/local/bin/node\n/usr/local/bin/corepack\n/usr/bin/s3fs\n${version}\nCOREPACK_ENABLE_DOWNLOAD_PROMPT=0\n\\d`,
      ),
    )
    expect((await sandbox.getInfo()).metadata).toMatchObject({ templateName: id })
    expect(
      (await sandbox.executeCommand(`dpkg -s ${aptPackages.join(' ')} | grep -c '^Status: install ok'`)).stdout,
    ).toBe('2\n')
    const s3 = await stores.s3()
    const installed = async (): Promise<string> =>
      sh(sandbox, 'cat /var/log/dpkg.log | wc -l; ls /var/lib/apt/lists | wc -l')
    const before = await installed()
    const { last } = target.emulator.journal
    await mount(sandbox, s3.open({ bucket: s3.nextBucket() }), '/bucket')
    expect(target.emulator.journal.count({ after: last, kind: 'call' })).toBeLessThanOrEqual(2)
    expect(await sh(sandbox, 'echo kept > /bucket/a.txt; cat /bucket/a.txt')).toBe('kept\n')
    expect(await installed()).toBe(before)
  }, 300_000)

  it.for([
    ['gcsfuse', 'https://packages.cloud.google.com/apt/doc/apt-key.gpg'],
    ['blobfuse2', 'https://packages.microsoft.com/keys/microsoft.asc'],
  ] as const)('brings %s from the repository of its vendor', { timeout: 300_000 }, async ([tool, key], { skip }) => {
    skip(!(await isReachable(key)), `${new URL(key).host} cannot be reached from here`)
    const options = { ...defaultTemplate, tools: [tool] }
    const { template, id, resources } = createDefaultMountableTemplate(options)
    await Template.build(template, id, { ...resources, ...target.connection })
    await using sandbox = target.make({ template: undefined, defaultTemplate: options })
    expect(await sh(sandbox, `command -v ${tool}`)).toContain(tool)
  })
})

async function isReachable(address: string): Promise<boolean> {
  return fetch(address, { signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}
