import { sh, type ShellCommand } from '@caisson/core/driver'

/**
 * Input of a command: writers leave it in numbered files and wake the feeder, which writes one after the other to the
 * command. So a writer never waits for the command. The feeder reads its wake-ups from a pipe that the supervisor keeps
 * open, and ends with it, or when the command takes no more; `closed` says so. The supervisor's own input becomes the
 * reading end of the pipe, as if the command had been given it from outside.
 */
export const feeder: ShellCommand = sh`
caisson_feed() {
exec 3<"$caisson_dir/wake" >"$caisson_dir/i" 4>&- 8>&-
caisson_number=0 caisson_writer=
trap 'kill $caisson_writer; exit 0' TERM
while :; do
while [ -e "$caisson_dir/in.$caisson_number" ]; do
cat "$caisson_dir/in.$caisson_number" 3<&- &
caisson_writer=$!
wait "$caisson_writer" || { : >"$caisson_dir/closed"; exit 0; }
caisson_writer=
rm -f "$caisson_dir/in.$caisson_number"
caisson_number=$((caisson_number + 1))
done
[ ! -e "$caisson_dir/last.$caisson_number" ] || exit 0
read -r caisson_skip <&3 || exit 0
rm -f "$caisson_dir/woken"
done
}
if [ -n "$caisson_input" ]; then
exec 8<>"$caisson_dir/i" 4<>"$caisson_dir/wake"
caisson_feed &
caisson_feeder=$!
exec 0<"$caisson_dir/i" 8>&-
fi
`
