/** Names of Linux' signals by number; the host's own numbers may differ. */
const names = [
  '',
  'HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT',
  'CHLD CONT STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS',
]
  .join(' ')
  .split(' ')

/** For example `SIGTERM` for 15. What has no name, such as a real-time signal, is `SIG` and its number. */
export function linuxSignalName(number: number): string {
  return `SIG${names[number] ?? number}`
}
