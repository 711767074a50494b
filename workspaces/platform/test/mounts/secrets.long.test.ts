import { gzipSync } from 'node:zlib'
import { keys, mount, sh, temporaryKeys, useMountBench } from '@caisson/testing'
import { expect, it, onTestFinished } from 'vitest'
import { useEmulated } from '../support/emulated.js'
import { recordedOptions, type Sent } from './support/recorded-options.js'
import { usePlatformMounts } from './support/use-platform-mounts.js'

const target = useEmulated()
const bench = useMountBench(usePlatformMounts(target))

const secrets = [keys.secretAccessKey, temporaryKeys.secretAccessKey, temporaryKeys.sessionToken]

/** What shows one of the secrets, as it is or encoded from any place of a text. */
function holdsSecret(bytes: string): boolean {
  const encoded = secrets.flatMap((secret) =>
    [0, 1, 2].map((shift) =>
      Buffer.from(' '.repeat(shift) + secret)
        .toString('base64')
        .slice(4, -8),
    ),
  )
  const escaped = secrets.map((secret) => encodeURIComponent(secret))
  return [...secrets, ...encoded, ...escaped].some((form) => bytes.includes(form))
}

/** What was sent, without the variables of a command, which secrets may be in. */
function withoutVariables({ kind, content }: Sent): string {
  const frame = kind === 'text' ? (JSON.parse(content) as { type?: string; data?: Record<string, unknown> }) : {}
  if (frame.type !== 'init_exec') return content
  const { env: _variables, ...data } = frame.data ?? {}
  return JSON.stringify({ ...frame, data })
}

it('finds secrets in the forms that it looks for', () => {
  const [secret = ''] = secrets
  for (const text of [secret, `a=${encodeURIComponent(secret)}`]) expect(holdsSecret(text)).toBe(true)
  for (const before of ['', 'x', 'xy', 'xyz'])
    expect(holdsSecret(Buffer.from(`${before}${secret}\n`).toString('base64'))).toBe(true)
  expect(holdsSecret(gzipSync(secret).toString('latin1'))).toBe(false)
})

it('[M10] [BR-124] secrets are sent in the variables of single commands, and nowhere else', async () => {
  const sent: Sent[] = []
  const s3 = await bench.stores.s3()
  const filesystems = () => ({
    '/data': s3.open({ bucket: 'bucket-7' }),
    '/token': s3.open({ bucket: 'bucket-8', ...temporaryKeys }),
  })
  const sandbox = target.make({ id: 'kept-secrets', stopBehavior: 'detach', ...recordedOptions(sent) })
  onTestFinished(() => sandbox.destroy())
  sandbox.mounts?.add(filesystems())
  await sandbox.start()
  expect([...(sandbox.mounts?.entries ?? [])].map(([, { state }]) => state)).toEqual(['mounted', 'mounted'])
  const handle = await sandbox.processes.spawn('cat > /data/a.txt && cat /data/a.txt', { onStdout: () => undefined })
  await handle.sendStdin('input\n')
  await handle.closeStdin?.()
  expect((await handle.wait()).stdout).toBe('input\n')
  const { sandboxId } = sandbox
  await sandbox.stop()
  await sandbox.start()
  const next = target.make({ sandboxId, stopBehavior: 'detach', ...recordedOptions(sent) })
  next.mounts?.add(filesystems())
  await next.start()
  await next.unmount('/token')
  await sandbox.captureCheckpoint()
  expect(sent.some(({ kind, content }) => kind === 'request' && content.includes('checkpoint'))).toBe(true)
  expect(sent.filter(({ content }) => holdsSecret(content)).length).toBeGreaterThanOrEqual(3)
  expect(sent.filter((one) => holdsSecret(withoutVariables(one)))).toEqual([])
})

it('[M10] a mounted machine has them in no file and no command line', async () => {
  const { sandbox } = bench
  const s3 = await bench.stores.s3()
  await mount(sandbox, s3.open({ bucket: s3.nextBucket() }), '/files')
  await sandbox.executeCommand('echo streamed', [], { onStdout: () => undefined })
  // Divided, so that the command itself is no find.
  const parts = secrets.map((secret) => `'${secret.slice(0, 9)}''${secret.slice(9)}'`)
  const patterns = parts.map((part) => `-e ${part}`).join(' ')
  const places = '/run /dev/shm /tmp /var /etc /root /home /opt'
  expect(await sh(sandbox, `sudo grep -rlsF -D skip ${patterns} ${places} || true`)).toBe('')
  const control = `echo ${parts[0]} > /tmp/control; sudo grep -rlsF -D skip ${patterns} ${places}; rm /tmp/control`
  expect(await sh(sandbox, control)).toBe('/tmp/control\n')
  const lines = await sh(sandbox, "cat /proc/[0-9]*/cmdline | tr '\\0' ' '")
  expect(lines).toContain('/files')
  expect(secrets.filter((secret) => lines.includes(secret))).toEqual([])
})
