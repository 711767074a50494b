import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, rmSync } from 'node:fs'
import { copyFile, cp, link, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What a published archive of Node holds, packed from packages of npm. */
export interface NodeArchive {
  /** Of the `node` in it, without a `v`. */
  readonly version: string
  readonly file: string
  /** Hexadecimal. */
  readonly sha256: string
}

/** A package of npm as a folder of its own. */
const packageFolder = (name: string): string =>
  path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))

/** Programs that an archive has in `bin`, beside `node` itself. */
const links = {
  npm: '../lib/node_modules/npm/bin/npm-cli.js',
  npx: '../lib/node_modules/npm/bin/npx-cli.js',
  corepack: '../lib/node_modules/corepack/dist/corepack.js',
} satisfies Record<string, string>

/** Names that pnpm adds to a package's folder. */
const isOwn = (source: string): boolean => !source.endsWith('/node_modules/.bin')

async function layOut(root: string, node: string): Promise<void> {
  const bin = path.join(root, 'bin')
  await mkdir(bin, { recursive: true })
  const program = path.join(bin, 'node')
  // A link costs nothing, and there is none between disks.
  await link(path.join(node, 'bin', 'node'), program).catch(
    async () => await copyFile(path.join(node, 'bin', 'node'), program),
  )
  for (const name of ['npm', 'corepack']) {
    const target = path.join(root, 'lib', 'node_modules', name)
    // oxlint-disable-next-line no-await-in-loop -- two folders, one after the other
    await cp(packageFolder(name), target, { recursive: true, dereference: true, filter: isOwn })
  }
  await Promise.all(Object.entries(links).map(async ([name, target]) => await symlink(target, path.join(bin, name))))
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

async function pack(directory: string): Promise<NodeArchive> {
  const node = packageFolder(`node-linux-${process.arch}`)
  const { version } = JSON.parse(await readFile(path.join(node, 'package.json'), 'utf8')) as { version: string }
  const name = `node-v${version}-linux-${process.arch}`
  await layOut(path.join(directory, name), node)
  const file = path.join(directory, `${name}.tar.gz`)
  // The same content has the same sum in every process, so that templates are named alike.
  const same = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--mode=a+rX,go-w']
  await run('tar', ['-C', directory, '--use-compress-program=gzip -1n', ...same, '-cf', file, name])
  await rm(path.join(directory, name), { recursive: true })
  return { version, file, sha256: await sumOf(file) }
}

async function packInFolder(): Promise<{ archive: NodeArchive; remove: () => void }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'caisson-node-archive-'))
  const remove = (): void => {
    process.off('exit', remove)
    rmSync(directory, { recursive: true, force: true })
  }
  process.once('exit', remove)
  try {
    return { archive: await pack(directory), remove }
  } catch (error) {
    remove()
    throw error
  }
}

let shared: { users: number; packed: ReturnType<typeof packInFolder> } | undefined

/** Packs the archive, once for all who use it at a time in this process. It is removed when the last of them lets it go. */
export async function openNodeArchive(): Promise<{ archive: NodeArchive; release: () => Promise<void> }> {
  shared ??= { users: 0, packed: packInFolder() }
  const own = shared
  own.users += 1
  let held = true
  const release = async (): Promise<void> => {
    if (!held) return
    held = false
    own.users -= 1
    if (own.users > 0) return
    if (shared === own) shared = undefined
    await own.packed.then(({ remove }) => remove())
  }
  try {
    return { archive: (await own.packed).archive, release }
  } catch (error) {
    if (shared === own) shared = undefined
    throw error
  }
}
