import type { CommandEnd, OutputName } from '../system/command-request.js'

const streamBytes = { stdout: 1, stderr: 3 } as const satisfies Record<OutputName, number>

/** Output as it is sent: a byte that names the stream, and what was printed. */
export function outputFrame(name: OutputName, bytes: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(bytes.length + 1)
  frame[0] = streamBytes[name]
  frame.set(bytes, 1)
  return frame
}

/** `droppedBytes`: how much of the output before is not kept any more. Our extension; missing for none. */
export function sessionFrame(sessionName: string, droppedBytes: number): string {
  const data = { durable_session_name: sessionName, ...(droppedBytes > 0 ? { dropped_bytes: droppedBytes } : {}) }
  return JSON.stringify({ type: 'durable_session', data })
}

export function exitFrame({ exitCode, signal }: CommandEnd): string {
  const reason = signal === undefined ? {} : { reason: `signal: ${signal}` }
  return JSON.stringify({ type: 'exit', data: { exit_code: exitCode, ...reason } })
}
