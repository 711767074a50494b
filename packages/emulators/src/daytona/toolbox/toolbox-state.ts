import path from 'node:path'
import type { Located } from '../../daemon/paths.js'
import { locate } from '../../daemon/paths.js'
import { UserDatabase } from '../../daemon/users/user-database.js'
import { ToolboxError } from './http/toolbox-error.js'
import { SandboxEnvironment } from './sandbox-environment.js'
import type { ToolboxSettings } from './settings.js'
import type { StartIdentity } from './toolbox-user.js'
import { ToolboxUser } from './toolbox-user.js'

/** What handlers of all parts share. */
export class ToolboxState {
  readonly settings: ToolboxSettings
  readonly user: ToolboxUser
  /** All users and groups of the machine. */
  readonly users: UserDatabase
  /** The variables of programs that are started from now on. */
  readonly env: SandboxEnvironment
  /** `/` or the folder that stands for it, without a slash at its end. */
  readonly root: string

  constructor(settings: ToolboxSettings) {
    this.settings = settings
    this.root = settings.root === undefined ? '/' : settings.root.replace(/(?<=.)\/+$/, '')
    this.user = new ToolboxUser(settings.user)
    this.users = new UserDatabase([settings.user])
    this.env = new SandboxEnvironment(settings, this.actualHome)
  }

  /** The user's home as requests name it. */
  get home(): string {
    return this.settings.user.home
  }

  /** The user's home for this process and for commands, which see the paths of this machine. */
  get actualHome(): string {
    return this.root === '/' ? this.home : path.join(this.root, this.home)
  }

  /** Where commands start and relative paths begin, as requests name it. */
  get workDir(): string {
    return this.settings.workDir ?? this.home
  }

  /** Starts a program as the sandbox's user: `start` must call `spawn` before it returns. */
  startAsUser<Value>(start: (identity: StartIdentity) => Value): Value {
    return this.user.start(start)
  }

  /**
   * Where a path of a request is for this process and its programs. Relative ones begin at the work directory. Throws a
   * `ToolboxError` for what is no path.
   */
  async resolvePath(text: string, last: 'followed' | 'link' = 'followed'): Promise<Located> {
    if (text.includes('\0')) throw new ToolboxError(400, 'invalid path: it contains a zero byte')
    return locate(path.posix.resolve(this.workDir, text), this.root, last)
  }
}
