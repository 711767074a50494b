import { createHash } from 'node:crypto'
import { access, copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { bundleDaemon, nativeTerminalFile } from './bundle-daemon.js'
import { moduleFile } from './module-file.js'
import { unless } from './system-error.js'

const nativeName = 'pty.node'

/** Where the sources of a daemon are, and what its one file is called. */
export interface DaemonSource {
  readonly builtName: string
  /** The folder with its `main.ts`, below `src`. */
  readonly folder: string
}

/** The files of a daemon, to be put into one directory of a machine under their names. */
export interface DaemonProgram {
  /** Absolute; `node <file> <settings>` starts it. */
  readonly file: string
  /** By name; `pty.node` is missing where there is none for this system, and then processes get no terminals. */
  readonly files: Readonly<Record<string, string>>
}

async function exists(file: string): Promise<boolean> {
  return unless(['ENOENT'], false, async () => {
    await access(file)
    return true
  })
}

/** Changes whenever a source does. */
async function sourceStamp(folders: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of folders) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
    for (const file of files.toSorted()) {
      const { mtimeMs, size } = await stat(file)
      hash.update(`${file} ${mtimeMs} ${size}\n`)
    }
  }
  return hash.digest('hex').slice(0, 16)
}

/** Bundles the sources unless that was done before. Several test processes may do so at once. */
async function bundleOnDemand({ builtName, folder }: DaemonSource): Promise<string> {
  const here = path.dirname(moduleFile)
  const source = path.join(here, '..', folder)
  const cache = path.join(here, '../../../../.cache', path.parse(builtName).name)
  const target = path.join(cache, await sourceStamp([here, source]), builtName)
  if (await exists(target)) return target
  await mkdir(path.dirname(target), { recursive: true })
  const native = nativeTerminalFile()
  if (native !== undefined) await copyFile(native, path.join(path.dirname(target), nativeName))
  const unfinished = `${target}.${process.pid}.cjs`
  try {
    await bundleDaemon(folder, unfinished)
    await rename(unfinished, target)
  } finally {
    await rm(unfinished, { force: true })
    await rm(`${unfinished}.LEGAL.txt`, { force: true })
  }
  return target
}

/** A daemon's program: the built one, or one that is bundled from the sources and kept in `.cache`. */
export async function findDaemonProgram(source: DaemonSource): Promise<DaemonProgram> {
  const built = path.join(path.dirname(moduleFile), source.builtName)
  const file = (await exists(built)) ? built : await bundleOnDemand(source)
  const native = nativeTerminalFile()
  return { file, files: { [source.builtName]: file, ...(native === undefined ? {} : { [nativeName]: native }) } }
}
