import type * as mastra from '@mastra/core/workspace'

/**
 * Error classes of Mastra. The module `@mastra/core/workspace` itself is such an object. An error whose class is not among
 * them stays what it was.
 */
export interface MastraErrorClasses {
  FilesystemError?: typeof mastra.FilesystemError | undefined
  FileNotFoundError?: typeof mastra.FileNotFoundError | undefined
  DirectoryNotFoundError?: typeof mastra.DirectoryNotFoundError | undefined
  FileExistsError?: typeof mastra.FileExistsError | undefined
  IsDirectoryError?: typeof mastra.IsDirectoryError | undefined
  NotDirectoryError?: typeof mastra.NotDirectoryError | undefined
  DirectoryNotEmptyError?: typeof mastra.DirectoryNotEmptyError | undefined
  PermissionError?: typeof mastra.PermissionError | undefined
  FileReadRequiredError?: typeof mastra.FileReadRequiredError | undefined
  StaleFileError?: typeof mastra.StaleFileError | undefined
  FilesystemNotReadyError?: typeof mastra.FilesystemNotReadyError | undefined
  UnsupportedGrepPatternError?: typeof mastra.UnsupportedGrepPatternError | undefined
  WorkspaceReadOnlyError?: typeof mastra.WorkspaceReadOnlyError | undefined
}
