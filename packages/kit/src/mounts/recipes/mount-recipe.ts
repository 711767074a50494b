import type { ShellCommand } from '@caisson/core/driver'
import type { ToolName } from '../tools/tool-facts.js'

/** How one configuration is mounted, as data: nothing of it has been done yet. */
export interface MountRecipe {
  readonly tool: ToolName
  /**
   * What becomes the daemon. The script defines what it may use: `$path`, `$private` (a directory only the daemon's user can
   * enter), `$cache`, `$uid` and `$gid` of the machine's user, `$everyone` (not empty when all users shall see the files).
   */
  readonly command: ShellCommand
  /** What the shell does just before it becomes the daemon. */
  readonly preparation?: ShellCommand | undefined
  /** What has to run beside the daemon, started before it; ends when `$private` is removed. */
  readonly companion?: ShellCommand | undefined
  /** Where the storage answers. */
  readonly address: string
  /** An address that tells anybody, without credentials, when there is no such bucket: it answers 404. */
  readonly absentAt?: string | undefined
  /** Content of files in `$private`, by name. */
  readonly files: Readonly<Record<string, string>>
  /** Variables of the daemon alone. */
  readonly environment: Readonly<Record<string, string>>
  readonly readOnly: boolean
  /** No credentials: only what the whole world may read. */
  readonly anonymous: boolean
  /** Texts that no message may show. */
  readonly secrets: readonly string[]
}
