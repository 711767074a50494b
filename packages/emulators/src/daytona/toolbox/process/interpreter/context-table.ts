import { randomUUID } from 'node:crypto'
import { ToolboxError } from '../../http/toolbox-error.js'
import type { ToolboxState } from '../../toolbox-state.js'
import type { PipeStock } from '../pipes/pipe-stock.js'
import { directoryFailure } from '../system/start-failure.js'
import { InterpreterContext } from './interpreter-context.js'

const defaultId = 'default'

/** The interpreter contexts of a sandbox. One is always there, and is not listed. */
export class ContextTable {
  readonly #state: ToolboxState
  readonly #pipes: PipeStock
  readonly #contexts = new Map<string, InterpreterContext>()
  #default: Promise<InterpreterContext> | undefined

  constructor(state: ToolboxState, pipes: PipeStock) {
    this.#state = state
    this.#pipes = pipes
  }

  async create(cwd: string | undefined): Promise<InterpreterContext> {
    const context = await this.#make(randomUUID(), cwd ?? this.#state.workDir)
    this.#contexts.set(context.id, context)
    return context
  }

  /** No id is the one that is always there. */
  async find(id: string | undefined): Promise<InterpreterContext | undefined> {
    if (id !== undefined && id !== '' && id !== defaultId) return this.#contexts.get(id)
    this.#default ??= this.#make(defaultId, this.#state.workDir)
    return this.#default
  }

  list(): readonly InterpreterContext[] {
    return [...this.#contexts.values()]
  }

  remove(id: string): void {
    if (id === defaultId) throw new ToolboxError(400, 'bad request: the default context cannot be deleted')
    const context = this.#contexts.get(id)
    if (context === undefined) throw new ToolboxError(404, `not found: context ${id} not found`)
    this.#contexts.delete(id)
    context.close()
  }

  async close(): Promise<void> {
    const contexts = [...this.list(), await this.#default?.catch(() => undefined)]
    this.#contexts.clear()
    for (const context of contexts) context?.close()
  }

  async #make(id: string, cwd: string): Promise<InterpreterContext> {
    const directory = await this.#state.resolvePath(cwd)
    const failure = await directoryFailure(directory.shown, directory.actual)
    if (failure !== undefined) throw new ToolboxError(400, `bad request: ${failure}`)
    return new InterpreterContext(this.#state, this.#pipes, id, directory)
  }
}
