import { sh, type ShellCommand } from '@caisson/core/driver'

/** How long a look at a command goes on, by what carries its lines to the host. */
export type LookWay = 'stream' | 'answer' | 'catch-up'

/** Looks for a command that is about to start, each 50 ms after the other. */
export const mostLooks: Readonly<Record<'id' | 'pid', number>> = { id: 200, pid: 40 }

/** In base64 this is one line, short enough for shells of vendors, which read lines byte by byte. */
const lineBytes = 12_288
const lineLetters = (lineBytes / 3) * 4
/** A sign of life on an idle stream, for what cuts idle connections on their way. */
export const heartbeatSeconds = 15

/**
 * Finds the directory. One by number only counts while its supervisor runs, or when no other process has that number now.
 * A supervisor that is just starting is seen among the processes, so it is waited for; one whose start may still be on the
 * way here, for half a second. Pipes are opened only when the directory is complete: an early look must not make files in
 * their places.
 */
export const find: ShellCommand = sh`
look() {
best=
find_base
for directory in "$base"/$pattern; do
[ -d "$directory" ] || continue
about
case " $ignored " in *" $id "*) continue ;; esac
if alive; then best=$directory; break; fi
[ "$by" = pid ] && [ -d "/proc/$supervisor" ] && continue
{ [ -z "$best" ] || [ "$directory" -nt "$best" ]; } && best=$directory
done
directory=$best
[ -n "$directory" ]
}
tries=0
nothing() { echo n; exit 0; }
if [ "$by" = id ]; then table=/proc/[0-9]*/cmdline text=caisson[_]id=$key; else table=/proc/$key/cmdline text=caisson[_]id=; fi
until look; do
if [ "$by" = pid ] || [ "$tries" -ge 10 ]; then grep -qse "$text" $table || nothing; fi
[ "$tries" -lt "$patience" ] || nothing
tries=$((tries + 1))
sleep 0.05
done
tries=0
until about || ended; do
alive && [ "$tries" -lt 500 ] || break
tries=$((tries + 1))
sleep 0.02
done
base64 -w${lineLetters} <"$directory/command" | sed 's/^/c/'
`

/**
 * `seek` moves a descriptor to an offset, also beyond the end of a file that lags behind what the vendor's stream has
 * brought; `position` reads one, also that of another process, without a new process.
 */
export const positions: ShellCommand = sh`
seek() { [ "$1" -eq 0 ] || dd bs=1 skip="$1" count=0; }
position() {
at=-1
while read -r key value; do
[ "$key" = pos: ] && at=$value
done <"/proc/$1/fdinfo/$2"
}
`

/**
 * `piece` prints what is new of one stream, at most 1 MiB; false when nothing was. Where reading elsewhere is cheaper it
 * prints nothing when there is much. `rest` says that more is known to be there.
 */
export const pieces: ShellCommand = sh`
piece() {
position $$ "$2"
from=$at
if [ -z "$over" ]; then
position "$3" 3
else
[ -s "$directory/$4" ] || return 1
at=$(wc -c <"$directory/$4")
fi
new=$((at - from))
[ "$new" -gt 0 ] || return 1
[ "$new" -le "$far" ] || { echo m; exit 0; }
if [ "$new" -le ${lineBytes} ]; then
printf %s "$1"
dd bs="$new" count=1 <&"$2" | base64 -w0
echo
else
dd bs=65536 count=16 <&"$2" | base64 -w${lineLetters} | sed "s/^/$1/"
fi
[ "$new" -le 1048576 ] || rest=1
position $$ "$2"
sent=$((sent + at - from))
[ "$at" -gt "$from" ]
}
`

/**
 * The limit that the copiers keep is a window ahead of what was taken when this look began, and what the look may bring
 * comes to that. The time of the last sign stands beside it.
 */
export const window: ShellCommand = sh`
allow() {
[ -e "$directory/limit" ] || return 0
most_out=0 most_err=0
read -r most_out most_err skip <"$directory/limit"
[ "\${most_out:-0}" -ge "$allow_out" ] || most_out=$allow_out
[ "\${most_err:-0}" -ge "$allow_err" ] || most_err=$allow_err
read -r now skip </proc/uptime
printf '%s %s %s end\\n' "$most_out" "$most_err" "\${now%.*}" >"$directory/limit"
}
allow
`

/** What a look does while there is nothing new. */
const whenIdle: Readonly<Record<LookWay, ShellCommand>> = {
  answer: sh``,
  'catch-up': sh`echo u
exit 0
`,
  stream: sh`
if [ "$heartbeat" -gt 0 ] && [ $((now - beat)) -ge "$heartbeat" ]; then
echo h
allow
beat=$now
fi
`,
}

/** The longest nap of a look is a quarter of a second, the first ones are short. */
const napping: ShellCommand = sh`
doze() {
text=00$step
sleep "0.\${text#"\${text%???}"}"
step=$((step * 2))
[ "$step" -le 250 ] || step=250
}
nap() { doze; }
`

/**
 * A look whose lines nobody waits for sleeps until the supervisor wakes it, at the end or when the output is held back. It
 * looks now and then all the same: a supervisor that was killed wakes nobody, and not every `timeout` is that of GNU.
 */
const waking: ShellCommand = sh`
if [ -p "$directory/done" ] && type timeout >/dev/null && command exec 6<>"$directory/done"; then
nap() {
uptime
rest=$((began + longest - now))
[ "$rest" -le 2 ] || rest=2
[ "$rest" -gt 0 ] || rest=1
timeout "$rest" dd bs=1 count=1 <&6 >/dev/null || doze
}
fi
`

/**
 * Prints pieces until the end is known and everything was printed, the budget is used, or the time is over: that without
 * anything new for a stream, that since the beginning for an answer.
 */
export function loop(way: LookWay): ShellCommand {
  return sh`${napping}
uptime() { read -r now skip </proc/uptime; now=\${now%.*}; : "\${now:=0}"; }
sent=0 step=3
${way === 'answer' ? waking : sh``}uptime
began=$now beat=$now
while :; do
over=
alive || over=gone
ended && over=ended
moved= rest=
piece o 3 "$copy_out" out && moved=1
piece e 5 "$copy_err" err && moved=1
if [ "$over" = ended ] && [ -z "$rest" ]; then
[ -e "$directory/whole" ] || [ ! -e "$directory/limit" ] || echo d
echo "x$status $signal"
exit 0
fi
[ "$sent" -lt "$budget" ] || { echo m; exit 0; }
uptime
if [ -n "$moved" ]; then
step=3
${way === 'stream' ? sh`began=$now` : sh`[ $((now - began)) -lt "$longest" ] || { echo m; exit 0; }`}
continue
fi
[ "$over" = gone ] && { echo l; exit 0; }
${whenIdle[way]}[ $((now - began)) -lt "$longest" ] || { echo m; exit 0; }
nap
done
`
}
