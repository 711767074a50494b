/** How the terminal library tells an end. */
export interface TerminalExit {
  readonly exitCode: number
  readonly signal?: number | undefined
}

/** How clients are told it. */
export interface ExitFields {
  readonly exitCode: number
  /** Missing for 0. */
  readonly exitReason?: string
}

const signalBase = 128
const reasons: Readonly<Record<number, string>> = { 130: 'Ctrl+C', 137: 'SIGKILL', 143: 'SIGTERM' }

export function exitFields({ exitCode: code, signal = 0 }: TerminalExit): ExitFields {
  const exitCode = signal > 0 ? signalBase + signal : code
  if (exitCode === 0) return { exitCode }
  const general = exitCode > signalBase ? `signal ${exitCode - signalBase}` : 'non-zero exit'
  return { exitCode, exitReason: reasons[exitCode] ?? general }
}
