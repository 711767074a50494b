import { sh, type ShellCommand } from '@caisson/core/driver'
import { forget, readRecord, scriptPrologue } from './script-parts.js'

const listing: ShellCommand = sh`
for directory in "$base"/*.*; do
about || continue
case " $ignored " in *" $id "*) continue ;; esac
state=ended
alive && state=running
ended || status=
[ -z "$status" ] || state=ended
printf '%s %s %s %s ' "$id" "$state" "\${status:--}" "\${signal:-0}"
base64 -w0 <"$directory/command"
echo
done
report end
`

/**
 * Lists the commands of a machine, one a line: id, `running` or `ended`, status where it is known, signal, and the text in
 * base64. A line with a mark comes before them and another one after the last.
 */
export function listScript(mark: string, forgotten: readonly string[], ignored: readonly string[]): ShellCommand {
  return sh`${scriptPrologue}
report() { printf '\\037%s %s\\n' ${mark} "$1"; }
ignored=${[...forgotten, ...ignored].join(' ')}
${forget(forgotten)}
${readRecord}report begin
${listing}`
}

/** Notes that somebody still takes a command's output, slowly: it stays held back. */
export function holdScript(id: string, mark: string): ShellCommand {
  return sh`${scriptPrologue}
for directory in "$base"/*.${id}; do
read -r most_out most_err skip <"$directory/limit" || continue
read -r now skip </proc/uptime
printf '%s %s %s end\\n' "$most_out" "$most_err" "\${now%.*}" >"$directory/limit"
done
printf '\\037%s done\\n' ${mark}
`
}
