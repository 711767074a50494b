import type { FileSystem } from '@daytonaio/sdk'
import { guardCalls, limitedCall, reading } from '@caisson/kit/http'
import { askMachine } from './asking.js'

/** Calls whose time does not depend on how much is read or written. */
const shortCalls: ReadonlySet<PropertyKey> = new Set<keyof FileSystem>([
  'createFolder',
  'deleteFile',
  'getFileDetails',
  'listFiles',
  'moveFiles',
  'setFilePermissions',
])

/** Calls that change nothing. */
const readingCalls: ReadonlySet<PropertyKey> = new Set<keyof FileSystem>([
  'downloadFile',
  'downloadFileStream',
  'downloadFiles',
  'findFiles',
  'getFileDetails',
  'listFiles',
  'searchFiles',
])

/** The file API of a machine, whose errors are known to come from there. */
export function guardFiles(files: FileSystem): FileSystem {
  return guardCalls(files, async (name, call) => {
    const asked = askMachine(async () => call(files))
    const timed = shortCalls.has(name) ? limitedCall(asked, 'daytona') : asked
    return readingCalls.has(name) ? reading(timed) : timed
  })
}
