import { createHash } from 'node:crypto'
import { access, copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { bundleEnvd, nativeTerminalFile } from './bundle-envd.js'
import { moduleFile } from './module-file.js'
import { unless } from './system-error.js'

const builtName = 'envd.cjs'
const nativeName = 'pty.node'

/** The files of the daemon, to be put into one directory of a machine under these names. */
export interface EnvdProgram {
  /** Absolute; `node envd.cjs <settings>` starts it. */
  readonly [builtName]: string
  /** Absolute; without it processes get no terminals. `undefined` where there is none for this system. */
  readonly [nativeName]: string | undefined
}

async function exists(file: string): Promise<boolean> {
  return unless(['ENOENT'], false, async () => {
    await access(file)
    return true
  })
}

/** Changes whenever a source does. */
async function sourceStamp(folder: string): Promise<string> {
  const hash = createHash('sha256')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  for (const file of files.toSorted()) {
    const { mtimeMs, size } = await stat(file)
    hash.update(`${file} ${mtimeMs} ${size}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}

/** Bundles the sources unless that was done before. Several test processes may do so at once. */
async function bundleOnDemand(folder: string): Promise<string> {
  const cache = path.join(folder, '../../../../../.cache/envd')
  const target = path.join(cache, await sourceStamp(folder), builtName)
  if (await exists(target)) return target
  await mkdir(path.dirname(target), { recursive: true })
  const native = nativeTerminalFile()
  if (native !== undefined) await copyFile(native, path.join(path.dirname(target), nativeName))
  const unfinished = `${target}.${process.pid}.cjs`
  try {
    await bundleEnvd(unfinished)
    await rename(unfinished, target)
  } finally {
    await rm(unfinished, { force: true })
    await rm(`${unfinished}.LEGAL.txt`, { force: true })
  }
  return target
}

let program: Promise<EnvdProgram> | undefined

async function findProgram(): Promise<EnvdProgram> {
  const folder = path.dirname(moduleFile)
  const built = path.join(folder, builtName)
  const file = (await exists(built)) ? built : await bundleOnDemand(folder)
  return { [builtName]: file, [nativeName]: nativeTerminalFile() }
}

/** The daemon's program: the built one, or one that is bundled from the sources and kept in `.cache`. */
export function envdProgram(): Promise<EnvdProgram> {
  program ??= findProgram()
  return program
}
