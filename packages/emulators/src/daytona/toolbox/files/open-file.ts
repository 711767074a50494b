import { constants, type Stats } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { ToolboxState } from '../toolbox-state.js'
import { aboutFile, invalidFilePath } from './file-error.js'

export interface OpenedFile {
  readonly file: FileHandle
  readonly stats: Stats
}

/** Opens a regular file to be read; reading a device or a pipe might never end. Whoever calls closes it. */
export async function openFile(state: ToolboxState, shown: string): Promise<OpenedFile> {
  return aboutFile(
    shown,
    async () => {
      if (shown === '') throw invalidFilePath('path is empty')
      const { actual } = await state.resolvePath(shown)
      // A named pipe would otherwise be waited for.
      const file = await open(actual, constants.O_RDONLY | constants.O_NONBLOCK)
      try {
        const stats = await file.stat()
        if (stats.isDirectory()) throw invalidFilePath(`is a directory: ${shown}`)
        if (!stats.isFile()) throw invalidFilePath(`not a regular file: ${shown}`)
        return { file, stats }
      } catch (error) {
        await file.close()
        throw error
      }
    },
    'FILE_READ_FAILED',
  )
}
