import type { DiskHold } from '../../../disks/layer-store.js'
import type { ImageRuntime } from '../images.js'

/** What an image says about the processes that are started from it. */
export interface ImageConfig {
  readonly env: Readonly<Record<string, string>>
  readonly workDir?: string | undefined
  /** A name or a number. */
  readonly user?: string | undefined
  readonly entrypoint?: readonly string[] | undefined
  readonly cmd?: readonly string[] | undefined
}

/** A disk, and what is known about it. */
export interface Image {
  readonly disk: DiskHold
  readonly config: ImageConfig
}

/** What a container starts: the entry point and the command, one after the other. */
export function startCommandOf({ entrypoint = [], cmd = [] }: ImageConfig): readonly string[] | undefined {
  const words = [...entrypoint, ...cmd]
  return words.length === 0 ? undefined : words
}

/** As the making of sandboxes sees it. */
export function runtimeOf(config: ImageConfig): ImageRuntime {
  const { env, workDir, user } = config
  return { env, workDir, user, entrypoint: startCommandOf(config) }
}
