import { FilesystemError, type FileStat } from '@caisson/core/workspace'
import { mimeTypeOf } from '@caisson/core/driver'
import { diskError, type DiskTarget } from './disk-error.js'
import { runDiskScript } from './disk-script.js'
import { explainError } from './explain-error.js'
import type { MachineEntry, MachineFiles } from './machine-files.js'
import { statScript } from './scripts/look-scripts.js'

/** Bits of the raw mode that `stat` prints: the type, and that of a directory. */
const typeBits = 0o170000
const directoryType = 0o040000

const goneCodes: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP'])

/** What the contract tells about a file or directory. */
export async function describeEntry(files: MachineFiles, target: DiskTarget, shown: string): Promise<FileStat> {
  const { isDirectory, sizeBytes, modifiedAt, mode } = await lookUp(files, target)
  const name = target.location.slice(target.location.lastIndexOf('/') + 1)
  const facts = { name, path: shown, createdAt: modifiedAt, modifiedAt, mode: mode & 0o777 }
  if (isDirectory) return { ...facts, type: 'directory', size: 0 }
  return { ...facts, type: 'file', size: sizeBytes, mimeType: mimeTypeOf(name) }
}

/** Whether a path leads to something; a link that leads to nothing does not. */
export async function entryExists(files: MachineFiles, target: DiskTarget): Promise<boolean> {
  try {
    await lookUp(files, target)
    return true
  } catch (error) {
    if (FilesystemError.isInstance(error) && goneCodes.has(error.code)) return false
    throw error
  }
}

async function lookUp(files: MachineFiles, target: DiskTarget): Promise<MachineEntry> {
  const { location, signal } = target
  if (!files.stat) return entryOf(await runDiskScript(files, statScript(location), { first: target }), target)
  try {
    const entry = await files.stat(location, signal)
    if (entry) return entry
  } catch (error) {
    throw await explainError(files, error, target, 'anything')
  }
  throw diskError('ENOENT', target)
}

/** Raw mode in hexadecimal, size, and time in seconds with nine decimals. */
function entryOf(said: Buffer, target: DiskTarget): MachineEntry {
  const facts = /^([0-9a-f]+) (\d+) (-?\d+)\.(\d{3})\d*\n$/.exec(said.toString())
  if (!facts) throw diskError('EIO', target, said.toString())
  const [, rawMode = '', size, seconds, milliseconds] = facts
  const mode = Number.parseInt(rawMode, 16)
  return {
    isDirectory: (mode & typeBits) === directoryType,
    sizeBytes: Number(size),
    modifiedAt: new Date(Number(seconds) * 1000 + Number(milliseconds)),
    mode,
  }
}
