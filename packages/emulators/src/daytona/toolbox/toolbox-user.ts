import type { DaemonUser } from '../../daemon/users/daemon-user.js'

/** Whom a program is started as; empty where this process can be nobody else. */
export interface StartIdentity {
  readonly uid?: number
  readonly gid?: number
}

/**
 * Lets this process, which is root, do its work with the rights of the sandbox's user, as the vendor's daemon has no
 * others: the files that it makes belong to the user, and what is closed to the user is closed to it. Only its effective
 * ids change, so the user's programs cannot end it: to signals it is still root's.
 */
export class ToolboxUser {
  readonly account: DaemonUser
  readonly #mayChange: boolean
  #isAssumed = false

  constructor(account: DaemonUser) {
    this.account = account
    this.#mayChange = process.getuid?.() === 0 && account.uid !== 0
  }

  /** Takes on the user's rights; to be called when what only root may do is done, such as listening. */
  assume(): void {
    if (!this.#mayChange) return
    this.#isAssumed = true
    process.setgroups?.([this.account.gid])
    this.#lower()
  }

  /** Runs `action`, which must be synchronous, with the rights of this process before. */
  asBefore<Value>(action: () => Value): Value {
    if (!this.#isAssumed) return action()
    process.seteuid?.(0)
    process.setegid?.(0)
    try {
      return action()
    } finally {
      this.#lower()
    }
  }

  /**
   * Starts a program as the user: `start` is called with the ids to give to `spawn`, and must call it before it returns.
   * Without this a program would get no ids at all, or half of them.
   */
  start<Value>(start: (identity: StartIdentity) => Value): Value {
    const { uid, gid } = this.account
    return this.asBefore(() => start(this.#mayChange ? { uid, gid } : {}))
  }

  #lower(): void {
    process.setegid?.(this.account.gid)
    process.seteuid?.(this.account.uid)
  }
}
