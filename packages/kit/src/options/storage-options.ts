import type { BaseFilesystemOptions } from '@caisson/core/driver'
import type { FilesystemIcon, InstructionsOption } from '@caisson/core/workspace'

/** Options that every filesystem in a bucket has, whoever keeps the bucket. */
export interface StorageOptions extends BaseFilesystemOptions {
  /** Default: made from time and chance. */
  id?: string | undefined
  /** Only what is below this prefix is seen, as if it were all there is. Default: the whole bucket. */
  prefix?: string | undefined
  /** Refuse every change, in mounts too. Default false. */
  readOnly?: boolean | undefined
  /** Name for people. */
  displayName?: string | undefined
  icon?: FilesystemIcon | undefined
  /** What is in it, for people. */
  description?: string | undefined
  /** Replaces, or makes from the default, what `getInstructions` tells a model; `''` says nothing. */
  instructions?: InstructionsOption | undefined
}
