/** What an interpreter tells its client, as it is on the wire. */
export type InterpreterMessage =
  | { readonly type: 'stdout' | 'stderr'; readonly text: string }
  | { readonly type: 'error'; readonly name: string; readonly value: string; readonly traceback: string }
  | { readonly type: 'control'; readonly text: 'completed' | 'interrupted' }

/** Reads a line of the worker, which is a program of ours. */
export function readMessage(line: string): InterpreterMessage {
  const message: InterpreterMessage = JSON.parse(line)
  return message
}
