import type { ToolboxSettings } from './settings.js'
import { defaultSearchPath } from './settings.js'

/** A change of the variables; `unset` comes first. */
export interface EnvironmentChange {
  readonly set?: Readonly<Record<string, string>> | undefined
  readonly unset?: readonly string[] | undefined
  /** Variables whose values begin with this are removed. */
  readonly unsetValuePrefix?: string | undefined
}

/** The variables of the sandbox. A change is seen by programs that start afterwards. */
export class SandboxEnvironment {
  #variables: Record<string, string>

  constructor({ user, env, sandboxId }: ToolboxSettings, home: string) {
    this.#variables = {
      PATH: defaultSearchPath,
      LANG: 'C.UTF-8',
      HOME: home,
      USER: user.name,
      LOGNAME: user.name,
      DAYTONA_SANDBOX_ID: sandboxId,
      DAYTONA_SANDBOX_USER: user.name,
      ...env,
    }
  }

  /** The variables of a program that is started now; `more` come on top. */
  variables(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return { ...this.#variables, ...more }
  }

  change({ set = {}, unset = [], unsetValuePrefix }: EnvironmentChange): void {
    const kept = Object.entries(this.#variables).filter(([name, value]) => {
      if (unset.includes(name)) return false
      return unsetValuePrefix === undefined || unsetValuePrefix === '' || !value.startsWith(unsetValuePrefix)
    })
    this.#variables = { ...Object.fromEntries(kept), ...set }
  }
}
