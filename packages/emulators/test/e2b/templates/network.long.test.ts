import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Sandbox, Template, type TemplateClass } from 'e2b'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type E2BEmulator, startE2BEmulator } from '@caisson/emulators'
import { isPrivate } from '../backing.js'
import { connectionOf } from '../start.js'

const run = promisify(execFile)

async function reaches(command: string, ...args: string[]): Promise<boolean> {
  return run(command, args, { timeout: 20_000 }).then(
    () => true,
    () => false,
  )
}

const [hasNpm, hasPip, hasApt] = await Promise.all([
  reaches('npm', 'view', 'is-number', 'version'),
  reaches('pip', 'download', '--no-deps', '--dest', path.join(os.tmpdir(), 'caisson-pip-probe'), 'iniconfig==2.0.0'),
  reaches('apt-get', 'download', '--print-uris', 'hello'),
])

let emulator: E2BEmulator | undefined
let folder = ''
let host: Server | undefined
let origin = ''

/** A repository behind HTTPS, with a certificate that only the test knows. */
async function serveRepository(): Promise<void> {
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')]
  const kind = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate]
  await run('openssl', [...kind, '-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'])
  const work = path.join(folder, 'work')
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
  await run('git', ['init', '-q', '-b', 'main', work])
  await writeFile(path.join(work, 'readme'), 'read me')
  await run('git', ['-C', work, 'add', 'readme'])
  await run('git', ['-C', work, ...identity, 'commit', '-q', '-m', 'first'])
  await run('git', ['-C', work, 'update-server-info'])
  const options = { key: await readFile(key), cert: await readFile(certificate) }
  host = createServer(options, (request, response) => {
    const name = new URL(request.url ?? '/', 'http://localhost').pathname.replace(/^\/repo\.git/, '')
    readFile(path.join(work, '.git', name)).then(
      (content) => response.end(content),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => void host?.listen(0, '127.0.0.1', resolve))
  origin = `https://127.0.0.1:${(host.address() as AddressInfo).port}`
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'caisson-network-'))
  await serveRepository()
  const certificate = await readFile(path.join(folder, 'certificate.pem'), 'utf8')
  emulator = await startE2BEmulator({ trustedCertificates: isPrivate ? [certificate] : [] })
})
afterAll(async () => {
  await emulator?.close()
  host?.closeAllConnections()
  await new Promise((resolve) => host?.close(resolve) ?? resolve(undefined))
  await rm(folder, { recursive: true, force: true })
  await rm(path.join(os.tmpdir(), 'caisson-pip-probe'), { recursive: true, force: true })
})

async function runIn(name: string, template: TemplateClass, command: string): Promise<string> {
  if (emulator === undefined) throw new TypeError('the emulator has not started')
  const connection = connectionOf(emulator)
  await Template.build(template, name, connection)
  const sandbox = await Sandbox.create(name, { ...connection })
  try {
    return (await sandbox.commands.run(command)).stdout
  } finally {
    await sandbox.kill()
  }
}

describe.skipIf(!isPrivate)('builds reach (needs namespaces)', () => {
  it('a git host of this computer whose certificate is trusted by option, and so do sandboxes', async () => {
    const template = Template().fromBaseImage().gitClone(`${origin}/repo.git`, '/home/user/code')
    const again = `cat code/readme; git ls-remote ${origin}/repo.git HEAD | cut -c 41-; curl -sS ${origin}/repo.git/HEAD`
    expect(await runIn('cloned', template, again)).toBe('read me\tHEAD\nref: refs/heads/main\n')
  })

  it.skipIf(!hasApt)('the packages of the system (needs a mirror of Debian)', async () => {
    // The second takes the place of something whose settings are not as its package has made them.
    const template = Template().fromBaseImage().aptInstall(['hello', 'fuse'])
    expect(await runIn('apt', template, 'hello; cat /etc/fuse.conf')).toBe('Hello, world!\nuser_allow_other\n')
  })

  it.skipIf(!hasNpm)('the registry of npm', async () => {
    const template = Template().fromBaseImage().npmInstall(['is-number'], { g: true })
    const command = 'NODE_PATH=$(npm root -g) node -p "require(\'is-number\')(5)"'
    expect(await runIn('npm', template, command)).toBe('true\n')
  })

  it.skipIf(!hasPip)('the index of Python', async () => {
    const template = Template().fromBaseImage().pipInstall(['iniconfig'])
    expect(await runIn('pip', template, 'python3 -c "import iniconfig; print(iniconfig.__name__)"')).toBe('iniconfig\n')
  })
})
