import { sh, type ShellCommand } from '@caisson/core/driver'
import { toolFacts, type ToolName } from '../tools/tool-facts.js'
import { packageManager } from './package-manager.js'

const placeholders = { codename: sh`"$codename"`, version: sh`"$version"`, major: sh`"$major"` } as const

/**
 * Installs what is missing, one tool after the other: from the distribution, from a signed repository for its release or an
 * older one, or as a single package. What was tried stays in `$work/install.tool` when it failed.
 */
export function installTools(tools: readonly ToolName[]): ShellCommand {
  return sh`
${packageManager}
updated=
${tools.map(installOne)}
`
}

function installOne(tool: ToolName): ShellCommand {
  return sh`
install_one() {
is_installed ${tool} && return 0
read_distribution
reason=install-unknown
${fromSomewhere(tool)}
return 1
}
log=$work/install.${tool}
if install_one; then
rm -f -- "$log"
else
printf '%s\\n' "$reason" >"$log.reason"
: >>"$log"
fi
`
}

function fromSomewhere(tool: ToolName): ShellCommand {
  const { source, packages, files } = toolFacts[tool]
  const ownPackages = packages.map(
    (names) => sh`
reason=install-failed
update_lists
package_manager 240 install ${names} && is_installed ${tool} && return 0`,
  )
  const families = Object.entries(source?.lines ?? {}).map(
    ([family, lines]) => sh`
${family})
reason=install-failed
update_lists
if add_source ${tool} ${source?.key ?? ''}; then
${lines.map((line) => useLine(tool, line, packages[0] ?? tool))}
fi
;;`,
  )
  const singles = files.map(
    ({ architecture, url, sha256 }) => sh`
if [ "$(dpkg --print-architecture 2>/dev/null)" = ${architecture} ]; then
reason=install-failed
install_file ${url} ${sha256 ?? ''} && is_installed ${tool} && return 0
fi`,
  )
  if (source === undefined) return sh`${ownPackages}${singles}`
  return sh`case $family in${families}
esac
[ -n "$family" ] || return 1
${singles}`
}

/** A line with a fact that the machine does not tell is passed over. */
function useLine(tool: ToolName, line: string, packages: string): ShellCommand {
  const pieces = line
    .split(/\{(codename|version|major)\}/)
    .map((piece) => (isPlaceholder(piece) ? placeholders[piece] : sh`${piece}`))
  const text = pieces.reduce((before, piece) => sh`${before}${piece}`, sh``)
  const needed = Object.keys(placeholders)
    .filter((name) => line.includes(`{${name}}`))
    .filter(isPlaceholder)
  return sh`${needed.map((name) => sh`[ -n ${placeholders[name]} ] &&`)} use_source ${text} ${packages} && is_installed ${tool} && return 0
`
}

function isPlaceholder(name: string): name is keyof typeof placeholders {
  return name in placeholders
}
