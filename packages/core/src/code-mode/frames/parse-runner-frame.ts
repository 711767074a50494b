import type { CodeModeError, CodeModeRunnerFrame } from '../../contract/code-mode.js'

/** Reads the JSON text of a frame. `undefined` for anything that is not one of the documented shapes. */
export function parseRunnerFrame(json: Buffer): CodeModeRunnerFrame | undefined {
  const value = parse(json)
  if (typeof value !== 'object' || value === null || !('type' in value)) return undefined
  if (value.type === 'rpc') return readCall(value)
  if (value.type === 'log') return readLog(value)
  return value.type === 'done' ? readDone(value) : undefined
}

function parse(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString())
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function readCall(value: object): CodeModeRunnerFrame | undefined {
  if (!('id' in value) || !('tool' in value)) return undefined
  const { id, tool } = value
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || typeof tool !== 'string') return undefined
  return { type: 'rpc', id, tool, args: 'args' in value ? value.args : undefined }
}

function readLog(value: object): CodeModeRunnerFrame | undefined {
  if (!('level' in value) || !('message' in value)) return undefined
  const { level, message } = value
  return typeof level === 'string' && typeof message === 'string' ? { type: 'log', level, message } : undefined
}

function readDone(value: object): CodeModeRunnerFrame | undefined {
  if (!('ok' in value)) return undefined
  if (value.ok === true) {
    return 'result' in value ? { type: 'done', ok: true, result: value.result } : { type: 'done', ok: true }
  }
  const error = 'error' in value ? readError(value.error) : undefined
  return error && { type: 'done', ok: false, error }
}

function readError(value: unknown): CodeModeError | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { message, name, line, stack } = value as Partial<Record<keyof CodeModeError, unknown>>
  if (typeof message !== 'string') return undefined
  return {
    message,
    ...(typeof name === 'string' && { name }),
    ...(typeof line === 'number' && { line }),
    ...(typeof stack === 'string' && { stack }),
  }
}
