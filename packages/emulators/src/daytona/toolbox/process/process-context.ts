import type { ToolboxState } from '../toolbox-state.js'
import { ContextTable } from './interpreter/context-table.js'
import { PipeStock } from './pipes/pipe-stock.js'
import type { ProcessDirectories } from './process-directories.js'
import { makeProcessDirectories } from './process-directories.js'
import { SessionTable } from './sessions/session-table.js'

/** What the programs of one sandbox share. */
export interface ProcessContext {
  readonly directories: ProcessDirectories
  readonly pipes: PipeStock
  /** The leaders of programs that a request waits for. */
  readonly programs: Set<number>
  readonly sessions: SessionTable
  readonly interpreters: ContextTable
}

const contexts = new WeakMap<ToolboxState, Promise<ProcessContext>>()

async function makeContext(state: ToolboxState): Promise<ProcessContext> {
  const directories = await makeProcessDirectories(state)
  const pipes = new PipeStock(state, directories.requests)
  return {
    directories,
    pipes,
    programs: new Set(),
    sessions: new SessionTable(state, directories.sessions),
    interpreters: new ContextTable(state, pipes),
  }
}

/** Made with the first request that needs it, so that a sandbox in which nothing ran shows no trace of the daemon. */
export function processContext(state: ToolboxState): Promise<ProcessContext> {
  const known = contexts.get(state)
  if (known !== undefined) return known
  const made = makeContext(state)
  contexts.set(state, made)
  // The next request tries again.
  made.catch(() => contexts.delete(state))
  return made
}

/** The context where there is one. */
export async function existingContext(state: ToolboxState): Promise<ProcessContext | undefined> {
  return contexts.get(state)
}
