import { constants, createWriteStream, openSync } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { systemCode } from '../../../daemon/system-error.js'
import { makeDirectory } from '../make-directory.js'
import type { ToolboxState } from '../toolbox-state.js'
import { aboutFile, invalidFilePath } from './file-error.js'

/** Node's pieces are small; a file is written faster in larger ones. */
const writeBytes = 256 * 1024

// Without O_NONBLOCK a named pipe that nobody reads would be waited for.
const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NONBLOCK

function makeParents(directory: string, shown: string): void {
  try {
    makeDirectory(directory)
  } catch (error) {
    if (systemCode(error) === 'EEXIST') throw invalidFilePath(`not a directory: ${path.dirname(shown)}`)
    throw error
  }
}

/**
 * Writes a file over what was there, and the directories above it. It is written in place, as the vendor does: of an
 * upload that is cut, what has arrived stays. Returns its size.
 */
export async function writeUpload(state: ToolboxState, shown: string, content: Readable): Promise<number> {
  return aboutFile(shown, async () => {
    if (shown === '' || shown.endsWith('/')) throw invalidFilePath(`is a directory: ${shown}`)
    const { actual } = await state.resolvePath(shown)
    makeParents(path.dirname(actual), shown)
    // At once, as directories are.
    const fd = openSync(actual, flags, 0o644)
    const target = createWriteStream(actual, { fd, highWaterMark: writeBytes })
    await pipeline(content, target)
    return target.bytesWritten
  })
}
