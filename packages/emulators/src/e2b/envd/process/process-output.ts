import { signalText } from './signal-texts.js'

/** Where output came from. */
export type OutputStream = 'stdout' | 'stderr' | 'pty'

/** How a process ended: with an exit code or by a signal. */
export type ProcessExit = { readonly exitCode: number } | { readonly signal: string }

/** What a process tells those who follow it. */
export type ProcessOutput =
  | { readonly kind: 'data'; readonly stream: OutputStream; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'end'; readonly exit: ProcessExit }

/** The fields of the last event. */
export interface EndFields {
  readonly exitCode: number
  readonly exited: boolean
  readonly status: string
  readonly error?: string
}

export function endFields(exit: ProcessExit): EndFields {
  if ('signal' in exit) {
    const status = `signal: ${signalText(exit.signal)}`
    return { exitCode: -1, exited: false, status, error: status }
  }
  const status = `exit status ${exit.exitCode}`
  const fields = { exitCode: exit.exitCode, exited: true, status }
  return exit.exitCode === 0 ? fields : { ...fields, error: status }
}
