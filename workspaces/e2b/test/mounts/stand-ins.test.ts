import { createServiceAccountKey, startGCSEmulator, type GCSEmulator } from '@caisson/emulators'
import { standIns, startAzurite, whyNoMounts, type Azurite } from '@caisson/testing'
import { Sandbox } from 'e2b'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'
import { buildToolsTemplate } from '../support/mount-tools.js'

const target = useEmulated()
let azurite: Azurite | undefined
let gcs: GCSEmulator | undefined
let sandbox: Sandbox | undefined

beforeAll(async () => {
  if (whyNoMounts(target.emulator) !== undefined) return
  const account = { key: await createServiceAccountKey() }
  gcs = await startGCSEmulator({ buckets: ['box'], accounts: [account] })
  azurite = await startAzurite()
  sandbox = await Sandbox.create(await buildToolsTemplate(target), { ...target.connection })
})
beforeEach(({ skip }) => {
  const obstacle = whyNoMounts(target.emulator)
  skip(obstacle !== undefined, obstacle)
})
afterAll(async () => {
  await sandbox?.kill()
  await azurite?.close()
  await gcs?.close()
})

async function run(command: string): Promise<string> {
  const done = await sandbox?.commands.run(`{ ${command}\n} 2>&1; echo "exit $?"`, { user: 'root', timeoutMs: 0 })
  return done?.stdout ?? ''
}

const rclone = { gcsfuse: '', blobfuse2: '' }

/** Files for the programs: a key, a configuration, and one for rclone, which looks at the stores from outside. */
async function prepare(): Promise<void> {
  const { endpoint = '', accountName = '', accountKey = '' } = azurite ?? {}
  const yaml = `components:\n  - libfuse\n  - azstorage\nazstorage:\n  type: block\n  mode: key\n  account-name: "${accountName}"
  container: "box"\n  endpoint: "${endpoint}"\n  account-key: "${accountKey}"\n`
  const account = `account = ${accountName}\nkey = ${accountKey}\nendpoint = ${endpoint}`
  const look = `[azure]\ntype = azureblob\nuse_emulator = true\n${account}
[gcs]\ntype = google cloud storage\nservice_account_file = /root/key.json\nendpoint = ${gcs?.url}/storage/v1/\nbucket_policy_only = true\n`
  const files = { 'key.json': JSON.stringify(gcs?.keys[0]), 'config.yaml': yaml, look }
  for (const [name, data] of Object.entries(files)) await sandbox?.files.write(`/root/${name}`, data, { user: 'root' })
  rclone.gcsfuse = 'rclone --config /root/look lsf -R gcs:box'
  rclone.blobfuse2 = 'rclone --config /root/look lsf -R azure:box'
  expect(await run('rclone --config /root/look mkdir azure:box')).toBe('exit 0\n')
}

const programs = [
  {
    program: 'gcsfuse',
    source: 'box',
    type: 'fuse.gcsfuse',
    mount: () =>
      `gcsfuse --implicit-dirs --custom-endpoint=${gcs?.url}/storage/v1/ --key-file=/root/key.json -o allow_other box`,
    missing: () => `gcsfuse --custom-endpoint=${gcs?.url}/storage/v1/ --key-file=/root/key.json none /none`,
    unknown: 'gcsfuse --implicit-dir box /none',
  },
  {
    program: 'blobfuse2',
    source: 'blobfuse2',
    type: 'fuse',
    mount: () => 'blobfuse2 mount --config-file=/root/config.yaml --allow-other',
    missing: () =>
      'sed s/box/none/ /root/config.yaml > /root/none.yaml; blobfuse2 mount /none --config-file=/root/none.yaml',
    unknown: 'blobfuse2 mount /none --config-file=/root/config.yaml --allow_other',
  },
] as const

describe('what stands in for programs that mount', () => {
  beforeAll(async () => {
    if (sandbox) await prepare()
  })

  it.for(programs)(
    '$program: data flows, and it fails as the real one does',
    async ({ program, source, type, mount, missing, unknown }, { skip }) => {
      skip(standIns[program] === undefined, `${program} is on PATH`)
      const place = `/mnt/${program}`
      expect(await run(`mkdir ${place} /none 2>/dev/null; ${mount()} ${place}`)).toBe('exit 0\n')
      expect(await run(`grep -c "^${source} ${place} ${type} rw" /proc/mounts`)).toBe('1\nexit 0\n')
      expect(await run(`echo text > ${place}/a.txt && mkdir ${place}/d && echo deep > ${place}/d/é`)).toBe('exit 0\n')
      expect((await run(rclone[program])).split('\n').toSorted()).toEqual(['', 'a.txt', 'd/', 'd/é', 'exit 0'])
      expect(await run(`umount ${place}; ls ${place}`)).toBe('exit 0\n')
      expect(await run(missing())).toMatch(/^Error: [^]*exit 1\n$/)
      expect(await run(unknown)).toMatch(/^Error: unknown flag[^]*exit \d+\n$/)
      expect(await run('grep -c " /none " /proc/mounts')).toBe('0\nexit 1\n')
    },
  )
})
