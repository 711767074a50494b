import type { InstructionsOption } from '../../contract/sandbox.js'
import type { BaseFilesystemOptions } from '../base/base-filesystem-options.js'

/** Options of `LocalFilesystem`. */
export interface LocalFilesystemOptions extends BaseFilesystemOptions {
  /** Directory on the host; `~` is the home directory, a relative path starts at the working directory. */
  basePath: string
  /** Default: `local-fs-` with time and chance. */
  id?: string | undefined
  /** Refuse every path that leads outside `basePath` and `allowedPaths`, through links too. Default true. */
  contained?: boolean | undefined
  /** Refuse every change, and do not make `basePath`. Default false. */
  readOnly?: boolean | undefined
  /** Further files and directories that may be used; relative ones start at `basePath`. Default none. */
  allowedPaths?: string[] | undefined
  /** Replaces, or makes from the default, what `getInstructions` tells a model. */
  instructions?: InstructionsOption | undefined
}
