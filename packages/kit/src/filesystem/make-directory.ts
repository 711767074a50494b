import { diskError, type DiskTarget } from './disk-error.js'
import { runDiskScript } from './disk-script.js'
import { explainError } from './explain-error.js'
import type { MachineFiles } from './machine-files.js'
import { makeDirectoryScript } from './scripts/tree-scripts.js'

/** Makes a directory, with its missing parents when recursive; one that is there is then accepted. */
export async function makeDirectory(files: MachineFiles, target: DiskTarget, recursive: boolean): Promise<void> {
  const { location, signal } = target
  const { stat, makeDirectory: make } = files
  if (!stat || !make) {
    await runDiskScript(files, makeDirectoryScript(location, recursive), { first: target })
    return
  }
  const parent = location.slice(0, location.lastIndexOf('/')) || '/'
  try {
    // The vendor makes parents always; whether the name is free it decides itself.
    if (!recursive) {
      const entry = await stat(parent, signal)
      if (!entry) throw diskError('ENOENT', target)
      if (!entry.isDirectory) throw diskError('ENOTDIR', target)
    }
    const isNew = await make(location, signal)
    if (!isNew && !recursive) throw diskError('EEXIST', target)
  } catch (error) {
    throw await explainError(files, error, target, 'new directory')
  }
}
