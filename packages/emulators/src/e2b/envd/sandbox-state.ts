import type { EnvdSettings } from './settings.js'
import { defaultSearchPath } from './settings.js'
import { UserDatabase } from '../../daemon/users/user-database.js'

/** What `POST /init` may change. */
export interface SandboxUpdate {
  readonly accessToken?: string | undefined
  readonly envVars?: Readonly<Record<string, string>> | undefined
  readonly defaultUser?: string | undefined
  readonly defaultWorkdir?: string | undefined
  /** When the update was sent, in milliseconds since 1970. */
  readonly sentAtMs?: number | undefined
}

/** The daemon's settings as they are now. */
export class SandboxState {
  readonly users: UserDatabase
  readonly searchPath: string
  /** `/` or the folder that stands for it, without a slash at its end. */
  readonly root: string
  #accessToken: string | undefined
  #envVars: Record<string, string>
  #defaultUser: string
  #defaultWorkdir: string | undefined
  #updatedAtMs = Number.NEGATIVE_INFINITY

  constructor(settings: EnvdSettings) {
    this.users = new UserDatabase(settings.users)
    this.searchPath = settings.searchPath ?? defaultSearchPath
    this.root = settings.root === undefined ? '/' : settings.root.replace(/(?<=.)\/+$/, '')
    this.#accessToken = settings.accessToken
    this.#envVars = { ...settings.envVars }
    this.#defaultUser = settings.defaultUser ?? 'user'
    this.#defaultWorkdir = settings.defaultWorkdir
  }

  get accessToken(): string | undefined {
    return this.#accessToken
  }

  get envVars(): Readonly<Record<string, string>> {
    return this.#envVars
  }

  get defaultUser(): string {
    return this.#defaultUser
  }

  get defaultWorkdir(): string | undefined {
    return this.#defaultWorkdir
  }

  /** Applies an update. One that was sent before the last one is late and changes nothing. */
  update(update: SandboxUpdate): void {
    if (update.sentAtMs !== undefined) {
      if (update.sentAtMs < this.#updatedAtMs) return
      this.#updatedAtMs = update.sentAtMs
    }
    this.#accessToken = update.accessToken ?? this.#accessToken
    this.#envVars = { ...this.#envVars, ...update.envVars }
    this.#defaultUser = update.defaultUser ?? this.#defaultUser
    this.#defaultWorkdir = update.defaultWorkdir ?? this.#defaultWorkdir
  }
}
