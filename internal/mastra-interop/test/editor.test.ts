import { localFilesystemProvider, localSandboxProvider } from '@caisson/core/editor'
import { daytonaSandboxProvider } from '@caisson/daytona'
import { e2bSandboxProvider } from '@caisson/e2b'
import { asMastraSandboxProvider, toMastraFilesystemProvider } from '@caisson/mastra'
import { platformFilesystemProvider, platformSandboxProvider } from '@caisson/platform'
import type { MastraEditorConfig } from '@mastra/core/editor'
import { FileNotFoundError, Workspace, type WorkspaceFilesystem, type WorkspaceSandbox } from '@mastra/core/workspace'
import { expect, onTestFinished, test } from 'vitest'
import { emulatedDaytonaConnection, emulatedE2BConnection, emulatedPlatformConnection } from './support/sandboxes.js'
import { temporaryDirectory } from './support/temporary-directory.js'
import { workspaceTools } from './support/workspace-tools.js'

const localFiles = toMastraFilesystemProvider(localFilesystemProvider)
const platformFiles = toMastraFilesystemProvider(platformFilesystemProvider)
const e2bConnection = emulatedE2BConnection()
const platformConnection = emulatedPlatformConnection()

/** As it is given to the editor of Mastra. */
const editor: MastraEditorConfig = {
  sandboxes: {
    [localSandboxProvider.id]: asMastraSandboxProvider(localSandboxProvider),
    [e2bSandboxProvider.id]: asMastraSandboxProvider(e2bSandboxProvider),
    [daytonaSandboxProvider.id]: asMastraSandboxProvider(daytonaSandboxProvider),
    [platformSandboxProvider.id]: asMastraSandboxProvider(platformSandboxProvider),
  },
  filesystems: { [localFiles.id]: localFiles, [platformFiles.id]: platformFiles },
}

const vendors = [
  { name: 'E2B', provider: 'e2b', connection: withKey('apiKey', () => ({ ...e2bConnection(), template: 'base' })) },
  { name: 'Daytona', provider: 'daytona', connection: withKey('apiKey', emulatedDaytonaConnection()) },
  { name: 'Platform', provider: 'platform', connection: withKey('accessToken', platformConnection) },
]

/** Which of the options of a connection is not stored. */
function withKey<Key extends string, Options extends Record<Key, string>>(key: Key, connection: () => Options) {
  return () => ({ options: connection(), secret: { [key]: connection()[key] } })
}

interface Stored {
  readonly provider: string
  readonly config: Record<string, unknown>
}

/** What the editor does with a stored sandbox. */
async function createSandbox({ provider, config }: Stored): Promise<WorkspaceSandbox> {
  const found = editor.sandboxes?.[provider]
  if (!found) throw new Error(`No provider ${provider}`)
  const sandbox = await found.createSandbox(config)
  onTestFinished(async () => sandbox.destroy?.())
  return sandbox
}

/** What the editor does with a stored filesystem. */
async function createFilesystem({ provider, config }: Stored, readOnly?: boolean): Promise<WorkspaceFilesystem> {
  const found = editor.filesystems?.[provider]
  if (!found) throw new Error(`No provider ${provider}`)
  return found.createFilesystem({ ...config, readOnly })
}

test('A stored workspace is made from its providers and works', async () => {
  const workingDirectory = await temporaryDirectory()
  const sandbox = await createSandbox({ provider: 'local', config: { workingDirectory, env: { GREETING: 'hello' } } })
  const filesystem = await createFilesystem({ provider: 'local', config: { basePath: workingDirectory } })
  const { call } = await workspaceTools(new Workspace({ sandbox, filesystem }))
  await call('write_file', { path: 'new.txt', content: 'kept' })
  expect(await call('execute_command', { command: 'echo "$GREETING $(cat new.txt)"' })).toBe('hello kept\n')
  await expect(filesystem.stat('missing')).rejects.toBeInstanceOf(FileNotFoundError)
})

test('What a sandbox tells of itself can be stored and makes another one like it', async () => {
  const workingDirectory = await temporaryDirectory()
  const first = await createSandbox({
    provider: 'local',
    config: { workingDirectory, timeout: 5000, env: { TOKEN: 'secret' } },
  })
  const info = await first.getInfo?.()
  const stored: Stored = { provider: info?.provider ?? '', config: info?.metadata ?? {} }
  expect(JSON.stringify(stored)).not.toContain('secret')
  const second = await createSandbox(stored)
  expect((await second.executeCommand?.('pwd'))?.stdout).toBe(`${workingDirectory}\n`)
  expect((await second.getInfo?.())?.metadata).toMatchObject({ workingDirectory, timeout: 5000 })
})

test.each(vendors)(
  'A sandbox at $name (emulated) is stored without its secrets, and made again with them',
  async ({ provider, connection }) => {
    const { options, secret } = connection()
    const config = { ...options, timeout: 120_000, env: { TOKEN: 'secret' }, workingDirectory: '/tmp' }
    const first = await createSandbox({ provider, config })
    expect((await first.executeCommand?.('echo "$TOKEN"; pwd'))?.stdout).toBe('secret\n/tmp\n')
    const info = await first.getInfo?.()
    const stored = info?.metadata ?? {}
    expect(JSON.stringify(info)).not.toMatch(/secret|_test/)
    const second = await createSandbox({ provider, config: { ...stored, ...secret } })
    expect((await second.executeCommand?.('pwd'))?.stdout).toBe('/tmp\n')
    expect((await second.getInfo?.())?.metadata).toMatchObject({ timeout: 120_000, workingDirectory: '/tmp' })
    expect(second.id).not.toBe(first.id)
  },
)

test('A stored bucket of Platform is made from its provider, and file tools work on it', async () => {
  const { environmentId: _environmentId, ...options } = platformConnection()
  const config = { ...options, bucketName: 'files', prefix: 'stored' }
  const filesystem = await createFilesystem({ provider: 'platform', config })
  const { call } = await workspaceTools(new Workspace({ filesystem }))
  await call('write_file', { path: 'new.txt', content: 'kept' })
  const info = await filesystem.getInfo?.()
  expect(JSON.stringify(info)).not.toContain(config.accessToken)
  const stored = { ...info?.metadata, accessToken: config.accessToken }
  const again = await createFilesystem({ provider: 'platform', config: stored }, true)
  expect(await again.readFile('new.txt', { encoding: 'utf-8' })).toBe('kept')
  await expect(again.stat('missing')).rejects.toBeInstanceOf(FileNotFoundError)
  await expect(again.writeFile('new.txt', 'changed')).rejects.toMatchObject({ code: 'READ_ONLY' })
})

test('A stored filesystem may be read-only', async () => {
  const filesystem = await createFilesystem(
    { provider: 'local', config: { basePath: await temporaryDirectory() } },
    true,
  )
  const { names } = await workspaceTools(new Workspace({ filesystem }))
  expect(names).toContain('read_file')
  expect(names).not.toContain('write_file')
})

test('The descriptors keep what a form is made from', () => {
  const { id, name, description, configSchema } = localFilesystemProvider
  expect(editor.filesystems?.['local']).toMatchObject({ id, name, description, configSchema })
  expect(editor.sandboxes?.['local']?.configSchema).toBe(localSandboxProvider.configSchema)
})
