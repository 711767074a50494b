import type { ToolboxState } from '../toolbox-state.js'
import { ContextTable } from './interpreter/context-table.js'
import { PipeStock } from './pipes/pipe-stock.js'
import { ProcessDirectories } from './process-directories.js'
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

const contexts = new WeakMap<ToolboxState, ProcessContext>()

function makeContext(state: ToolboxState): ProcessContext {
  const directories = new ProcessDirectories(state)
  const pipes = new PipeStock(state, directories)
  const sessions = new SessionTable(state, directories)
  const interpreters = new ContextTable(state, pipes)
  return { directories, pipes, programs: new Set(), sessions, interpreters }
}

export function processContext(state: ToolboxState): ProcessContext {
  const known = contexts.get(state)
  if (known !== undefined) return known
  const made = makeContext(state)
  contexts.set(state, made)
  return made
}
