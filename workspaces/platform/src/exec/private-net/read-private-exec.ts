import type { OutputSink } from '@caisson/core/driver'
import type { ExecFrame } from '../exec-frames.js'

type ExitFrame = Extract<ExecFrame, { kind: 'exit' }>

/** How a command ended, as a sandbox tells it in the private network. */
export interface PrivateExecEnd extends ExitFrame {
  /** The sandbox ended it because its time was over. */
  readonly timedOut: boolean
}

/**
 * Reads what a sandbox says of a command: one JSON object a line, the last line with or without a break. What is not known is
 * passed over. `undefined` when it stopped without telling the end. Throws what reading throws.
 */
export async function readPrivateExec(response: Response, output: OutputSink): Promise<PrivateExecEnd | undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of response.body ?? []) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const end = await takeLine(line, output)
      // Leaving the loop lets go of the connection.
      if (end) return end
    }
  }
  return takeLine(rest + decoder.decode(), output)
}

async function takeLine(line: string, output: OutputSink): Promise<PrivateExecEnd | undefined> {
  const message = parse(line)
  const [type, data] = [member(message, 'type'), member(message, 'data')]
  if (type === 'exit') {
    const [code, reason] = [member(message, 'code'), member(message, 'reason')]
    return {
      kind: 'exit',
      exitCode: typeof code === 'number' && Number.isInteger(code) ? code : undefined,
      reason: typeof reason === 'string' ? reason : '',
      timedOut: member(message, 'timedOut') === true,
    }
  }
  // The connection is read no further while a reader is slow.
  if ((type === 'stdout' || type === 'stderr') && typeof data === 'string') await output[type](Buffer.from(data))
  return undefined
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
