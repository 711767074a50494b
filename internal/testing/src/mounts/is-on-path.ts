import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/** Whether this computer has a program. */
export function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(path.delimiter).some((directory) => {
    try {
      accessSync(path.join(directory, program), constants.X_OK)
      return true
    } catch (error) {
      if (error instanceof Error && 'code' in error) return false
      throw error
    }
  })
}
