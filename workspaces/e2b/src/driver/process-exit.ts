import type { CommandExitError } from 'e2b'
import type { ProcessExit } from '@caisson/core/driver'

/** The status that the vendor tells beside the exit code -1 when a signal ended a process. */
const signalStatuses: Readonly<Record<string, string>> = {
  'signal: hangup': 'SIGHUP',
  'signal: interrupt': 'SIGINT',
  'signal: quit': 'SIGQUIT',
  'signal: illegal instruction': 'SIGILL',
  'signal: trace/breakpoint trap': 'SIGTRAP',
  'signal: aborted': 'SIGABRT',
  'signal: bus error': 'SIGBUS',
  'signal: floating point exception': 'SIGFPE',
  'signal: killed': 'SIGKILL',
  'signal: user defined signal 1': 'SIGUSR1',
  'signal: segmentation fault': 'SIGSEGV',
  'signal: user defined signal 2': 'SIGUSR2',
  'signal: broken pipe': 'SIGPIPE',
  'signal: alarm clock': 'SIGALRM',
  'signal: terminated': 'SIGTERM',
  'signal: CPU time limit exceeded': 'SIGXCPU',
  'signal: file size limit exceeded': 'SIGXFSZ',
  'signal: bad system call': 'SIGSYS',
}

/** How a process ended; throws the error itself when it does not say. */
export function exitOf(error: CommandExitError): ProcessExit {
  const { exitCode } = error
  if (exitCode >= 0) return { exitCode }
  const status = error.error?.replace(/ \(core dumped\)$/, '') ?? ''
  const signal = signalStatuses[status]
  if (signal === undefined) throw error
  return { signal }
}
