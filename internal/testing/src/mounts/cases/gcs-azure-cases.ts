import type { WorkspaceFilesystem } from '@caisson/core'
import { expect } from 'vitest'
import { mount, mountLines, sh, textOf } from '../in-machine.js'
import type { MountBench } from '../mount-bench.js'
import { standIns, toolTitle } from '../stand-ins.js'
import type { MountCase } from './mount-case.js'

interface View {
  readonly prefix?: string | undefined
  readonly readOnly?: boolean | undefined
}

/** One kind of store, as the cases see it. */
interface Shop {
  open(view?: View): WorkspaceFilesystem
  /** With credentials that are refused. */
  refused(): WorkspaceFilesystem
  /** A bucket that is not there. */
  absent(): WorkspaceFilesystem
}

const wrongAzureKey = Buffer.from('a key of somebody else'.repeat(3)).toString('base64')

const shops = {
  gcs: async ({ stores }) => {
    const { open, server } = await stores.gcs()
    const [key] = server.keys
    const stranger = {
      ...key,
      private_key_id: '0'.repeat(40),
      client_email: 'stranger@nowhere.iam.gserviceaccount.com',
    }
    return {
      open,
      refused: () => open({ credentials: stranger }),
      absent: () => open({ bucket: 'no-such-bucket' }),
    }
  },
  azure: async ({ stores }) => {
    const { open } = await stores.azure()
    return {
      open,
      refused: () => open({ accountKey: wrongAzureKey }),
      absent: () => open({ container: 'no-such-container' }),
    }
  },
} satisfies Record<string, (bench: MountBench) => Promise<Shop>>

const rows = [
  { name: 'gcs', title: `gcs through ${toolTitle('gcsfuse')}` },
  { name: 'azure', title: `azure through ${toolTitle('blobfuse2')}` },
] as const

const flows = rows.map(({ name, title }): MountCase => ({
  title: `${title}: what the shell writes is in the store, and the other way round`,
  stores: [name],
  check: async (bench) => {
    const { sandbox } = bench
    const store = await shops[name](bench)
    await store.open().writeFile('both/from-store é.txt', 'store')
    await mount(sandbox, store.open({ prefix: 'both' }), `/${name}/both`)
    expect(await sh(sandbox, `cat '/${name}/both/from-store é.txt'`)).toBe('store')
    await sh(sandbox, `mkdir /${name}/both/d; echo shell > /${name}/both/d/from-shell.txt`)
    expect(await textOf(store.open(), 'both/d/from-shell.txt')).toBe('shell\n')
    await sandbox.unmount(`/${name}/both`)
    expect(await mountLines(sandbox, `/${name}/both`)).toEqual([])
  },
}))

const implicit = rows.map(({ name, title }): MountCase => ({
  title: `[M12] [BR-106] ${title}: objects whose directories have no object of their own are seen`,
  check: async (bench) => {
    const { sandbox } = bench
    const store = await shops[name](bench)
    await store.open().writeFile('implicit/d/e/f.txt', 'deep')
    await mount(sandbox, store.open(), `/${name}/whole`)
    const look = `cd /${name}/whole && ls implicit implicit/d && cat implicit/d/e/f.txt`
    expect(await sh(sandbox, look)).toContain('deep')
    await sandbox.unmount(`/${name}/whole`)
  },
}))

const readOnly = rows.map(({ name, title }): MountCase => ({
  title: `[E5] [M12] ${title}: read-only holds for the mount`,
  check: async (bench) => {
    const { sandbox } = bench
    const store = await shops[name](bench)
    await store.open().writeFile('ro/a.txt', 'as it was')
    await mount(sandbox, store.open({ prefix: 'ro', readOnly: true }), `/${name}/ro`)
    for (const attempt of ['echo x > a.txt', 'echo x > new.txt', 'rm -f a.txt'])
      expect((await sandbox.executeCommand(`cd /${name}/ro && ${attempt}`)).success, attempt).toBe(false)
    expect(await sh(sandbox, `cat /${name}/ro/a.txt`)).toBe('as it was')
    expect((await store.open().readdir('ro')).map((entry) => entry.name)).toEqual(['a.txt'])
    await sandbox.unmount(`/${name}/ro`)
  },
}))

const isRealGcsfuse = standIns.gcsfuse === undefined

const refusals = rows.flatMap(({ name, title }) =>
  (['refused', 'absent'] as const).map((kind): MountCase => ({
    title: `[M11] [BR-108] ${title}, ${kind}: a failure with a reason, and nothing is left`,
    obstacle:
      name === 'gcs' && kind === 'absent' && isRealGcsfuse
        ? 'the real gcsfuse does not look for its bucket at an endpoint of one’s own'
        : undefined,
    check: async (bench) => {
      const { sandbox } = bench
      const store = await shops[name](bench)
      const path = `/${name}/${kind}`
      const result = await sandbox.mount(store[kind](), path)
      expect(result).toMatchObject({ success: false, mountPath: path, error: expect.stringMatching(/.{10}/) })
      expect(result.error).not.toContain(wrongAzureKey)
      expect(result.error).not.toContain('PRIVATE KEY')
      expect(await mountLines(sandbox, path)).toEqual([])
      expect((await sandbox.executeCommand(`ls -d ${path}`)).exitCode).not.toBe(0)
    },
  })),
)

const azureAccess = (['connection string', 'signature'] as const).map((kind): MountCase => ({
  title: `azure with a ${kind} through ${toolTitle('blobfuse2')}`,
  stores: ['azure'],
  check: async ({ stores, sandbox }) => {
    const { server, container, open } = await stores.azure()
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
}))

const together: MountCase = {
  title: 'stores of three vendors are mounted at once, one inside another, and are there again after stop and start',
  stores: ['s3', 'gcs', 'azure'],
  check: async (bench) => {
    const [s3, gcs, azure] = await Promise.all([bench.stores.s3(), shops.gcs(bench), shops.azure(bench)])
    const prefix = 'three'
    const open = {
      '/data': s3.open({ prefix }),
      '/data/in/gcs': gcs.open({ prefix }),
      '/azure': azure.open({ prefix }),
    }
    const sandbox = bench.make()
    sandbox.mounts?.add(open)
    await sh(sandbox, 'for place in /data /data/in/gcs /azure; do echo $place > $place/place.txt; done')
    for (const [path, store] of Object.entries(open)) expect(await textOf(store, 'place.txt')).toBe(`${path}\n`)
    await sandbox.stop()
    expect(await sh(sandbox, 'cat /data/place.txt /data/in/gcs/place.txt /azure/place.txt')).toBe(
      '/data\n/data/in/gcs\n/azure\n',
    )
    expect(sandbox.getInstructions()).toMatch(/ 3 filesystem\(s\) mounted via FUSE\.$/)
  },
}

/** Machines of the image `tools`. */
export const gcsAzureCases: readonly MountCase[] = [
  ...flows,
  ...implicit,
  ...readOnly,
  ...refusals,
  ...azureAccess,
  together,
]
