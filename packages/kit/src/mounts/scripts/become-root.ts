import { sh, type MountProfile, type ShellCommand } from '@caisson/core/driver'

/** Variable that carries the secrets where they do not come by the standard input. */
export const secretsVariable = 'CAISSON_MOUNT_SECRETS'

export interface OuterOptions {
  /** Begins each line that is meant for us. */
  readonly mark: string
  readonly elevation: MountProfile['elevation']
  readonly secrets: 'none' | MountProfile['secretsBy']
}

/**
 * Hands a script, and the secrets, to a shell with the rights that mounting needs. A sudo that would ask for a password is
 * an answer, not a wait. Of the machine's variables only the path reaches the script, whoever it was started by: others change
 * what programs print, where they look, and which keys the tools take. The secrets pass from a builtin through a pipe: no command line and no other process has them.
 */
export function asRoot(script: ShellCommand, { mark, elevation, secrets }: OuterOptions): ShellCommand {
  const feed = {
    none: sh`run </dev/null`,
    stdin: sh`run`,
    environment: sh`{ printf '%s' "$CAISSON_MOUNT_SECRETS"; } | { unset CAISSON_MOUNT_SECRETS; run; }`,
  }[secrets]
  return sh`
: caisson-mount-script
set +aefuvx
unset IFS
LC_ALL=C
export LC_ALL
caisson_mark=${mark}
echo
caisson_script=${script.text}
caisson_clean='exec env -i "PATH=$PATH" "$0" "$@"'
caisson_user=$(id -u)
caisson_group=$(id -g)
run() {
if [ "$caisson_user" = 0 ] || [ ${elevation} = never ]; then
sh -c "$caisson_clean" sh -c "$caisson_script" caisson-mount "$caisson_user" "$caisson_group"
elif ! command -v sudo >/dev/null 2>&1; then
printf '%s 0 failed no-sudo\\n' "$caisson_mark"
elif ! timeout 20 sudo -n true </dev/null >/dev/null 2>&1; then
printf '%s 0 failed sudo-asks\\n' "$caisson_mark"
else
sudo -n sh -c "$caisson_clean" sh -c "$caisson_script" caisson-mount "$caisson_user" "$caisson_group"
fi
}
${feed}
`
}
