import { sh, type ShellCommand } from '@caisson/core/driver'
import { invalidArgument } from '@caisson/core/workspace'
import { scriptAsCommand } from '../util/script-as-command.js'
import { failures } from './failures.js'
import { installTools } from './scripts/install-tools.js'
import { ownDirectory } from './scripts/own-directory.js'
import { toolFacts, type ToolName } from './tools/tool-facts.js'

/** A program that mounts buckets. */
export type MountTool = ToolName

/**
 * A command on one line that installs tools into an image, by root or `sudo -n`, from the same places as mounting does: the distribution, a
 * signed repository, a single package. FUSE is installed as well, with `/etc/fuse.conf` and `fusermount`. What is there already stays. The text
 * does not depend on the order of the tools.
 *
 * It fails when a tool could not be installed, and then says which, why, and the last lines of the package manager on stderr.
 *
 * Throws INVALID_ARGUMENT for a tool that is not known.
 */
export function installToolsCommand(tools: readonly MountTool[]): ShellCommand {
  const known = Object.keys(toolFacts).filter(isTool)
  for (const tool of tools) {
    if (!isTool(tool)) throw invalidArgument({ name: 'tools', expected: `${known.join(', ')} or several`, given: tool })
  }
  const wanted = known.filter((tool) => tools.includes(tool))
  const script = sh`
umask 077
LC_ALL=C
PATH=$PATH:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export LC_ALL PATH
cd /
work=$(mktemp -d) || exit 1
trap 'rm -rf -- "$work"' EXIT
caches=$work/caches
${ownDirectory}
${installTools(wanted)}
${installFuse}
${report(wanted)}`
  return scriptAsCommand(script, { asRoot: true })
}

function isTool(name: string): name is MountTool {
  return Object.hasOwn(toolFacts, name)
}

/** After the tools: they bring the version of it that they need, and the two do not go together. */
const installFuse: ShellCommand = sh`
has_fuse() {
[ -e /etc/fuse.conf ] || return 1
command -v fusermount >/dev/null 2>&1 || command -v fusermount3 >/dev/null 2>&1
}
log=$work/install.fuse
if ! has_fuse; then
update_lists
package_manager 240 install fuse && has_fuse || package_manager 240 install fuse3 && has_fuse || echo install-failed >"$log.reason"
fi
command -v apt-get >/dev/null 2>&1 && apt-get clean >/dev/null 2>&1
`

function report(tools: readonly MountTool[]): ShellCommand {
  const meanings = ['install-unknown', 'install-failed'].map(
    (reason) => sh`${reason}) meaning=${failures[reason]?.message ?? reason} ;;
`,
  )
  return sh`
failed=0
for tool in ${[...tools, 'fuse']}; do
log=$work/install.$tool
[ -f "$log.reason" ] || continue
failed=1
case $(cat "$log.reason") in
${meanings}esac
printf 'caisson: %s is missing: %s\\n' "$tool" "$meaning" >&2
[ ! -f "$log" ] || tail -n 12 "$log" | cut -c 1-400 >&2
done
exit $failed
`
}
