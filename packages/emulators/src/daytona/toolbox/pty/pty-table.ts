import { ToolboxError } from '../http/toolbox-error.js'
import type { ToolboxState } from '../toolbox-state.js'
import type { PtyRequest } from './pty-session.js'
import { PtySession } from './pty-session.js'

/** The terminals of a sandbox; those whose shell has ended are not among them. */
export class PtyTable {
  readonly #sessions = new Map<string, PtySession>()

  /** Makes one whose shell does not run yet. */
  create(state: ToolboxState, request: PtyRequest): PtySession {
    const { id } = request
    if (this.#sessions.has(id)) throw new ToolboxError(409, `conflict: PTY session with ID ${id} already exists`)
    const session = new PtySession(state, request)
    this.#sessions.set(id, session)
    void session.ended.then(() => this.#sessions.delete(id))
    return session
  }

  find(id: string): PtySession | undefined {
    return this.#sessions.get(id)
  }

  get(id: string): PtySession {
    const session = this.find(id)
    if (session === undefined) throw new ToolboxError(404, 'not found: PTY session not found')
    return session
  }

  list(): readonly PtySession[] {
    return [...this.#sessions.values()]
  }

  async close(): Promise<void> {
    await Promise.all(this.list().map((session) => session.kill()))
  }
}

const tables = new WeakMap<ToolboxState, PtyTable>()

export function ptyTable(state: ToolboxState): PtyTable {
  const known = tables.get(state)
  if (known !== undefined) return known
  const table = new PtyTable()
  tables.set(state, table)
  return table
}
