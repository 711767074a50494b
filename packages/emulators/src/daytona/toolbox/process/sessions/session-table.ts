import { ToolboxError } from '../../http/toolbox-error.js'
import type { ToolboxState } from '../../toolbox-state.js'
import type { ProcessDirectories } from '../process-directories.js'
import { Session } from './session.js'

/** The id of the session that the image's own program runs in; clients cannot choose or list it. */
const entrypointId = 'entrypoint'

/** The sessions of a sandbox. */
export class SessionTable {
  readonly #state: ToolboxState
  readonly #directories: ProcessDirectories
  readonly #sessions = new Map<string, Promise<Session>>()
  #entrypoint: Promise<Session> | undefined

  constructor(state: ToolboxState, directories: ProcessDirectories) {
    this.#state = state
    this.#directories = directories
  }

  async create(id: string): Promise<void> {
    if (id === entrypointId) throw new ToolboxError(400, `bad request: the session id ${id} is reserved`)
    if (this.#sessions.has(id)) throw new ToolboxError(409, 'conflict: session already exists')
    const opened = this.#open(id)
    this.#sessions.set(id, opened)
    try {
      await opened
    } catch (error) {
      this.#sessions.delete(id)
      throw error
    }
  }

  async get(id: string): Promise<Session> {
    const session = this.#sessions.get(id)
    if (session === undefined) throw new ToolboxError(404, 'not found: session not found')
    return session
  }

  async list(): Promise<readonly Session[]> {
    const opened = await Promise.allSettled(this.#sessions.values())
    return opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  }

  /** Ends a session; it is forgotten when that is done. */
  async remove(id: string): Promise<void> {
    const session = await this.get(id)
    await session.close()
    this.#sessions.delete(id)
  }

  /** The session of the image's own program. */
  async entrypoint(): Promise<Session> {
    const session = await this.#entrypoint
    if (session === undefined) throw new ToolboxError(404, 'not found: session not found')
    return session
  }

  openEntrypoint(): Promise<Session> {
    this.#entrypoint ??= this.#open(entrypointId)
    return this.#entrypoint
  }

  async #open(id: string): Promise<Session> {
    return Session.open(this.#state, id, await this.#directories.get('sessions'))
  }

  /** Ends all, without waiting for those that resist. */
  async close(): Promise<void> {
    const opened = await Promise.allSettled([...this.#sessions.values(), this.#entrypoint])
    this.#sessions.clear()
    await Promise.all(
      opened.map(async (result) => {
        if (result.status === 'fulfilled') await result.value?.kill()
      }),
    )
  }
}
