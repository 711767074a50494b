import type { CodeModeToolDispatcher } from '../../contract/code-mode.js'
import { CallQueue } from '../run/call-queue.js'
import { NotAllowedError } from '../run/not-allowed-error.js'
import { checkArguments } from './check-arguments.js'
import type { CodeModeToolContext } from './code-mode-context.js'
import type { CodeModeToolEntry } from './tool-entries.js'
import { ToolInputError } from './tool-input-error.js'
import { isValidationFailure } from './validation-failure.js'

/** Runs tools for one program: only those in the list, so many at a time, until the signal is aborted. */
export function createDispatcher(
  entries: readonly CodeModeToolEntry[],
  context: CodeModeToolContext,
  { maxConcurrentCalls, signal }: { maxConcurrentCalls: number; signal: AbortSignal },
): CodeModeToolDispatcher {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const queue = new CallQueue(maxConcurrentCalls)
  const call = async (entry: CodeModeToolEntry, args: unknown): Promise<unknown> => {
    signal.throwIfAborted()
    const checked = await checkArguments(entry, args)
    const result = await entry.tool.execute?.(checked, { ...context, abortSignal: signal })
    if (isValidationFailure(result)) throw new ToolInputError(entry.id, result.message)
    return result
  }
  return async (tool, args) => {
    const entry = byId.get(tool)
    if (!entry) throw new NotAllowedError(tool)
    return queue.run(async () => call(entry, args))
  }
}
