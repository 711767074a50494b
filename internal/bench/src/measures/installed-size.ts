import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Measure } from '../run/measure.ts'
import { publishedPackages } from '../run/published-packages.ts'

const run = promisify(execFile)

/** How much core takes on the disk of whoever installs it, its dependencies included. */
export const installedSize: Measure = {
  name: 'size',
  hasPeers: false,
  async prepare() {
    const core = publishedPackages().find(({ shortName }) => shortName === 'core')
    if (!core) return { notes: ['core was not built'], cases: [] }
    const sizes = await installedSizes(core.folder)
    const total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
    const list = [...sizes].map(([name, bytes]) => `${name} ${(bytes / 1e6).toFixed(3)} MB`)
    return {
      notes: [list.join(', ')],
      cases: [
        {
          name: 'core with its dependencies',
          metrics: [
            { name: 'size', unit: 'MB', budget: { kind: 'value', limit: 1 } },
            { name: 'count', unit: 'packages' },
          ],
          rounds: 1,
          warmUps: 0,
          contenders: { ours: async () => [total / 1e6, sizes.size] },
        },
      ],
    }
  },
}

/** Bytes by package: what would be packed of ours, what lies on the disk of the others. */
async function installedSizes(folder: string): Promise<Map<string, number>> {
  const { name, dependencies } = readManifest(folder)
  const sizes = new Map([[name, await packedBytes(folder)]])
  const waiting = Object.keys(dependencies ?? {}).map((dependency) => ({ dependency, from: folder }))
  for (const { dependency, from } of waiting) {
    const installed = await findInstalled(dependency, from)
    if (sizes.has(dependency) || installed === undefined) continue
    sizes.set(dependency, await bytesBelow(installed))
    const nested = Object.keys(readManifest(installed).dependencies ?? {})
    waiting.push(...nested.map((next) => ({ dependency: next, from: installed })))
  }
  return sizes
}

async function packedBytes(folder: string): Promise<number> {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: folder })
  const [packed] = JSON.parse(stdout) as { unpackedSize: number }[]
  return packed?.unpackedSize ?? NaN
}

function readManifest(folder: string): { name: string; dependencies?: Readonly<Record<string, string>> } {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as ReturnType<typeof readManifest>
}

async function findInstalled(dependency: string, from: string): Promise<string | undefined> {
  const places = createRequire(path.join(from, 'package.json')).resolve.paths(dependency) ?? []
  for (const place of places) {
    const found = await realpath(path.join(place, dependency)).catch(() => undefined)
    if (found !== undefined) return found
  }
  return undefined
}

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes(`${folder}/node_modules`))
  const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(file.parentPath, file.name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
