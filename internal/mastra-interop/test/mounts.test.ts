import { existsSync } from 'node:fs'
import { startS3Emulator, type S3Emulator } from '@caisson/emulators'
import { asMastraSandbox, toMastraFilesystem } from '@caisson/mastra'
import { S3Filesystem } from '@caisson/s3'
import { Workspace } from '@mastra/core/workspace'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sandboxKinds } from './support/sandboxes.js'
import { workspaceTools } from './support/workspace-tools.js'

function whyNoMounts(): string | undefined {
  if (process.getuid?.() !== 0) return 'mounting in emulated machines needs root'
  const missing = ['/usr/bin/s3fs', '/usr/bin/fusermount3', '/dev/fuse'].filter((file) => !existsSync(file))
  return missing.length === 0 ? undefined : `missing: ${missing.join(', ')}`
}

const reason = whyNoMounts()
const title = `the mounts of a Workspace of Mastra${reason === undefined ? '' : ` (skipped: ${reason})`}`

describe.skipIf(reason !== undefined)(title, () => {
  let store: S3Emulator
  beforeAll(async () => {
    store = await startS3Emulator({ buckets: ['data'] })
  })
  afterAll(async () => store?.close())

  const bucket = (options: { readOnly?: boolean; prefix: string }): S3Filesystem =>
    new S3Filesystem({
      bucket: 'data',
      region: 'us-east-1',
      endpoint: store.url,
      accessKeyId: store.env['AWS_ACCESS_KEY_ID'],
      secretAccessKey: store.env['AWS_SECRET_ACCESS_KEY'],
      ...options,
    })

  test.each(sandboxKinds())('are one bucket for file tools and for commands in a $name', async (kind) => {
    const sandbox = await kind.create()
    const prefix = kind.name.replaceAll(' ', '-')
    const workspace = new Workspace({
      mounts: { '/data': toMastraFilesystem(bucket({ prefix })) },
      sandbox: asMastraSandbox(sandbox),
    })
    await workspace.init()
    expect(sandbox.mounts?.get('/data')).toMatchObject({ state: 'mounted' })
    const tools = await workspaceTools(workspace)
    await tools.call('write_file', { path: '/data/from-tool.txt', content: 'from a tool\n' })
    // A sandbox on this machine mounts below its working directory.
    const at = sandbox.provider === 'local' ? './data' : '/data'
    const command = `cat ${at}/from-tool.txt && echo from a command > ${at}/from-command.txt`
    expect(await tools.call('execute_command', { command })).toContain('from a tool')
    expect(await tools.call('read_file', { path: '/data/from-command.txt' })).toContain('from a command')
    await workspace.destroy()
    expect(await bucket({ prefix }).readFile('from-command.txt', { encoding: 'utf-8' })).toBe('from a command\n')
  })
})
