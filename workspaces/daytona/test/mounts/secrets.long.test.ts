import { gzipSync } from 'node:zlib'
import { keys, mount, type Recorded, sh, startRecordingProxy, temporaryKeys, useMountBench } from '@caisson/testing'
import { expect, it, onTestFinished } from 'vitest'
import { DaytonaSandbox } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { useDaytonaMounts } from './support/use-daytona-mounts.js'

const target = useEmulated()
const bench = useMountBench(useDaytonaMounts(target))

const secrets = [keys.secretAccessKey, temporaryKeys.secretAccessKey, temporaryKeys.sessionToken]

/** Where the vendor takes variables of a command: in requests that it does not record. */
const executePath = /\/toolbox\/[^/]+\/process\/execute$/

/** A request without the field that secrets may be in. */
function withoutVariables(request: Recorded): Recorded {
  if (!executePath.test(request.path)) return request
  const { envs: _variables, ...body } = JSON.parse(request.body) as Record<string, unknown>
  return { ...request, body: JSON.stringify(body) }
}

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

it('finds secrets in the forms that it looks for', () => {
  const [secret = ''] = secrets
  for (const text of [secret, `a=${encodeURIComponent(secret)}`]) expect(holdsSecret(text)).toBe(true)
  for (const before of ['', 'x', 'xy', 'xyz'])
    expect(holdsSecret(Buffer.from(`${before}${secret}\n`).toString('base64'))).toBe(true)
  expect(holdsSecret(gzipSync(secret).toString('latin1'))).toBe(false)
})

it('[P8] [M10] [BR-124] secrets are sent in the variables of single commands, and nowhere else', async () => {
  const proxy = await startRecordingProxy(target.emulator.url)
  onTestFinished(() => proxy.close())
  const s3 = await bench.stores.s3()
  const id = 'kept-secrets'
  const connection = { ...target.connection, apiUrl: `${proxy.url}/api` }
  const filesystems = () => ({
    '/data': s3.open({ bucket: 'bucket-7' }),
    '/token': s3.open({ bucket: 'bucket-8', ...temporaryKeys }),
  })
  const sandbox = new DaytonaSandbox({ ...connection, id })
  onTestFinished(() => sandbox.destroy())
  sandbox.mounts?.add(filesystems())
  await sandbox.start()
  expect([...(sandbox.mounts?.entries ?? [])].map(([, { state }]) => state)).toEqual(['mounted', 'mounted'])
  const handle = await sandbox.processes.spawn('cat > /data/a.txt && cat /data/a.txt', { onStdout: () => undefined })
  await handle.sendStdin('input\n')
  await handle.closeStdin?.()
  expect((await handle.wait()).stdout).toBe('input\n')
  await sandbox.stop()
  await sandbox.start()
  const next = new DaytonaSandbox({ ...connection, id })
  next.mounts?.add(filesystems())
  await next.start()
  await next.unmount('/token')
  const carriers = proxy.requests.filter(({ body }) => holdsSecret(body))
  expect(carriers.length).toBeGreaterThanOrEqual(3)
  expect(carriers.filter(({ path }) => !executePath.test(path))).toEqual([])
  const seen = proxy.requests.map(withoutVariables)
  const sessions = seen.filter(({ path }) => path.includes('/process/session'))
  expect(sessions.length).toBeGreaterThan(0)
  expect(seen.filter((request) => holdsSecret(JSON.stringify(request)))).toEqual([])
})

it('[P8] [M10] a mounted machine has them in no file and no command line, the records of its sessions included', async () => {
  const { sandbox } = bench
  const s3 = await bench.stores.s3()
  await mount(sandbox, s3.open({ bucket: s3.nextBucket() }), '/files')
  await sandbox.executeCommand('echo streamed', [], { onStdout: () => undefined })
  expect(await sh(sandbox, 'ls ~/.daytona/sessions')).not.toBe('')
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
