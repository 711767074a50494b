/** Joins the control groups named before `--`, then becomes the command after it. */
const joinScript = 'while [ "$1" != -- ]; do echo 0 >"$1" || exit 125; shift; done; shift; exec "$@"'

/** A command that enters control groups before it is run, so that nothing of it escapes them. */
export function joinedCommand(joinFiles: readonly string[], command: readonly string[]): [string, ...string[]] {
  return ['/bin/sh', '-c', joinScript, 'caisson-join', ...joinFiles, '--', ...command]
}
