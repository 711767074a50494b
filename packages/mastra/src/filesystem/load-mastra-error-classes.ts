import { WorkspaceError } from '@caisson/core'
import type { MastraErrorClasses } from './mastra-error-classes.js'

/**
 * The error classes of the installed Mastra.
 *
 * @throws WorkspaceError `INVALID_CONFIG` when it is not installed; its cause is the error that was to be translated
 */
export async function loadMastraErrorClasses(untranslated: unknown): Promise<MastraErrorClasses> {
  try {
    return await import('@mastra/core/workspace')
  } catch (error) {
    if (!isMissing(error)) throw error
    throw new WorkspaceError(
      'toMastraFilesystem needs the error classes of Mastra: install @mastra/core, ' +
        'or pass them, as in toMastraFilesystem(filesystem, { FileNotFoundError })',
      'INVALID_CONFIG',
      undefined,
      { cause: untranslated },
    )
  }
}

/** Codes of Node for a package that is not there, as a module and as CommonJS. */
const missingCodes: readonly unknown[] = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && missingCodes.includes(error.code)
}
