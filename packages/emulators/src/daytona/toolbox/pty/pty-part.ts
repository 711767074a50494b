import type { ToolboxState } from '../toolbox-state.js'
import { ptyTable } from './pty-table.js'

/** Ends all terminals and what runs on them. */
export async function closeTerminals(state: ToolboxState): Promise<void> {
  await ptyTable(state).close()
}
