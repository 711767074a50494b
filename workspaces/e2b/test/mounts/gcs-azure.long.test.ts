import type { WorkspaceFilesystem } from '@caisson/core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildToolsTemplate, standIns, toolTitle } from '../support/mount-tools.js'
import { mount, mountLines, sh, textOf, useMountBench } from './support/mount-bench.js'

const bench = useMountBench({ template: buildToolsTemplate })

interface View {
  readonly prefix?: string | undefined
  readonly readOnly?: boolean | undefined
}

const wrongAzureKey = Buffer.from('a key of somebody else'.repeat(3)).toString('base64')

const stores = {
  gcs: async () => {
    const { open, server } = await bench.stores.gcs()
    const [key] = server.keys
    const stranger = {
      ...key,
      private_key_id: '0'.repeat(40),
      client_email: 'stranger@nowhere.iam.gserviceaccount.com',
    }
    return {
      open: (view: View = {}) => open(view),
      refused: () => open({ credentials: stranger }),
      absent: () => open({ bucket: 'no-such-bucket' }),
    }
  },
  azure: async () => {
    const { open } = await bench.stores.azure()
    return {
      open: (view: View = {}) => open(view),
      refused: () => open({ accountKey: wrongAzureKey }),
      absent: () => open({ container: 'no-such-container' }),
    }
  },
} satisfies Record<string, () => Promise<Record<string, (view?: View) => WorkspaceFilesystem>>>

const rows = [
  { id: 'M02', name: 'gcs', title: toolTitle('gcsfuse') },
  { id: 'M03', name: 'azure', title: toolTitle('blobfuse2') },
] as const

describe.for(rows)('$name through $title', ({ id, name }) => {
  let store: Awaited<ReturnType<(typeof stores)[typeof name]>>
  beforeEach(async () => {
    store = await stores[name]()
  })

  it(`[${id}] what the shell writes is in the store, and the other way round`, async () => {
    const { sandbox } = bench
    await store.open().writeFile('both/from-store é.txt', 'store')
    await mount(sandbox, store.open({ prefix: 'both' }), `/${name}/both`)
    expect(await sh(sandbox, `cat '/${name}/both/from-store é.txt'`)).toBe('store')
    await sh(sandbox, `mkdir /${name}/both/d; echo shell > /${name}/both/d/from-shell.txt`)
    expect(await textOf(store.open(), 'both/d/from-shell.txt')).toBe('shell\n')
    await sandbox.unmount(`/${name}/both`)
    expect(await mountLines(sandbox, `/${name}/both`)).toEqual([])
  })

  it('[M12] [BR-106] objects whose directories have no object of their own are seen', async () => {
    const { sandbox } = bench
    await store.open().writeFile('implicit/d/e/f.txt', 'deep')
    await mount(sandbox, store.open(), `/${name}/whole`)
    expect(await sh(sandbox, `cd /${name}/whole && ls implicit implicit/d && cat implicit/d/e/f.txt`)).toContain('deep')
    await sandbox.unmount(`/${name}/whole`)
  })

  it('[E5] [M12] read-only holds for the mount', async () => {
    const { sandbox } = bench
    await store.open().writeFile('ro/a.txt', 'as it was')
    await mount(sandbox, store.open({ prefix: 'ro', readOnly: true }), `/${name}/ro`)
    for (const attempt of ['echo x > a.txt', 'echo x > new.txt', 'rm -f a.txt'])
      expect((await sandbox.executeCommand(`cd /${name}/ro && ${attempt}`)).success, attempt).toBe(false)
    expect(await sh(sandbox, `cat /${name}/ro/a.txt`)).toBe('as it was')
    expect((await store.open().readdir('ro')).map((entry) => entry.name)).toEqual(['a.txt'])
    await sandbox.unmount(`/${name}/ro`)
  })

  it.for(['refused', 'absent'] as const)(
    '[M11] [BR-108] %s: a failure with a reason, and nothing is left',
    async (kind, { skip }) => {
      const isReal = name === 'gcs' && standIns.gcsfuse === undefined
      skip(kind === 'absent' && isReal, 'the real gcsfuse does not look for its bucket at an endpoint of one’s own')
      const { sandbox } = bench
      const path = `/${name}/${kind}`
      const result = await sandbox.mount(store[kind](), path)
      expect(result).toMatchObject({ success: false, mountPath: path, error: expect.stringMatching(/.{10}/) })
      expect(result.error).not.toContain(wrongAzureKey)
      expect(result.error).not.toContain('PRIVATE KEY')
      expect(await mountLines(sandbox, path)).toEqual([])
      expect((await sandbox.executeCommand(`ls -d ${path}`)).exitCode).not.toBe(0)
    },
  )
})

it.for(['connection string', 'signature'] as const)(
  `[M03] azure with a %s through ${toolTitle('blobfuse2')}`,
  async (kind) => {
    const { sandbox } = bench
    const { server, container, open } = await bench.stores.azure()
    const { connectionString } = server
    const unset = { accountName: undefined, accountKey: undefined, endpoint: undefined }
    const options = {
      'connection string': { ...unset, connectionString },
      signature: { accountKey: undefined, sasToken: server.sasFor(container) },
    }[kind]
    await open().writeFile(`${kind}/a.txt`, 'store')
    await mount(sandbox, open({ ...options, prefix: kind }), '/azure/other')
    expect(await sh(sandbox, 'cat /azure/other/a.txt; echo shell > /azure/other/b.txt')).toBe('store')
    expect(await textOf(open(), `${kind}/b.txt`)).toBe('shell\n')
    await sandbox.unmount('/azure/other')
  },
)

describe('stores of three vendors', () => {
  beforeAll(async () => {
    await Promise.all([bench.stores.s3(), bench.stores.gcs(), bench.stores.azure()])
  })

  it('[M01] [M02] [M03] are mounted at once, one inside another, and are there again after stop and start', async () => {
    const [s3, gcs, azure] = [await bench.stores.s3(), await stores.gcs(), await stores.azure()]
    const prefix = 'three'
    const open = {
      '/data': s3.open({ prefix }),
      '/data/in/gcs': gcs.open({ prefix }),
      '/azure': azure.open({ prefix }),
    }
    const sandbox = bench.make()
    sandbox.mounts?.add(open)
    const write = 'for place in /data /data/in/gcs /azure; do echo $place > $place/place.txt; done'
    await sh(sandbox, write)
    for (const [path, store] of Object.entries(open)) expect(await textOf(store, 'place.txt')).toBe(`${path}\n`)
    await sandbox.stop()
    expect(await sh(sandbox, 'cat /data/place.txt /data/in/gcs/place.txt /azure/place.txt')).toBe(
      '/data\n/data/in/gcs\n/azure\n',
    )
    expect(sandbox.getInstructions()).toBe('Cloud sandbox. 3 filesystem(s) mounted via FUSE.')
  })
})
