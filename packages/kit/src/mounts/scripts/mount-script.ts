import { sh, type MountProfile, type ShellCommand } from '@caisson/core/driver'
import type { MountPlan } from '../plan/mount-plan.js'
import { markerName } from '../plan/marker-name.js'
import { toolFacts, type ToolName } from '../tools/tool-facts.js'
import { guard } from './guard.js'
import { installTools } from './install-tools.js'
import { mountOne } from './mount-one.js'
import { mountTable } from './mount-table.js'
import { prepare, prologue, readSecrets } from './prologue.js'
import { reconcile } from './reconcile.js'
import { startAndVerify } from './start-and-verify.js'

export interface MountScriptOptions {
  readonly mark: string
  readonly plans: readonly MountPlan[]
  readonly visibleTo: MountProfile['visibleTo']
  readonly lockMs: number
  /** All paths that are wanted in the machine; given, what else is ours there is removed. */
  readonly wanted?: readonly string[] | undefined
  /** Tools to install where they are missing. */
  readonly install: readonly ToolName[]
}

/** Everything that is to be done for some mounts, as one script for one request. */
export function mountScript(options: MountScriptOptions): ShellCommand {
  const { plans, mark, wanted, install } = options
  const depths = [...new Set(plans.map(({ depth }) => depth))].toSorted((one, other) => one - other)
  const waves = depths.map((depth) => plans.filter((plan) => plan.depth === depth).map(({ index }) => index))
  return sh`
mark=${mark}
nonce=${mark}
lock_seconds=${Math.ceil(options.lockMs / 1000)}
${prologue}${readSecrets}${mountTable}${guard}${startAndVerify}${mountOne}${reconcile}
${descriptions(options)}
${prepare}
${
  wanted === undefined
    ? sh``
    : sh`wanted=${`\n${wanted.join('\n')}\n`}
reconcile`
}
${install.length === 0 ? sh`` : installTools(install)}
${waves.map(
  (indexes) => sh`for index in ${indexes}; do
( mount_one "$index" ) &
done
wait
`,
)}
for index in ${plans.map(({ index }) => index)}; do
outcome= detail=
read -r outcome detail 2>/dev/null <"$work/$index"
say "$index" "\${outcome:-failed}" "\${detail:-ended}"
[ ! -f "$work/$index.text" ] || sed "s/^/$mark| $index /" "$work/$index.text"
done
exit 0
`
}

/** What the script has to know of each mount, as functions that set variables and start the daemon. */
function descriptions({ plans, visibleTo }: MountScriptOptions): ShellCommand {
  const cases = plans.map((plan) => {
    const facts = toolFacts[plan.recipe.tool]
    return sh`${plan.index})
path=${plan.mountPath} marker=${markerName(plan.mountPath)} hash=${plan.configHash}
tool=${plan.recipe.tool}
above=${plan.above ?? ''} refresh=${yes(plan.refresh)} expiry=${plan.expiresAtMs ?? '-'}
address=${plan.recipe.address} absent_at=${plan.recipe.absentAt ?? ''} noise=${facts.noise}
foreground=${yes(facts.staysInForeground)} keeps_private=${yes(!facts.readsSecretsOnce)} needs_cache=${yes(facts.needsCache)}
;;
`
  })
  const commands = plans.map(
    ({ index, recipe }) => sh`${index}) ${recipe.preparation ?? sh`:`}
exec ${recipe.command} ;;
`,
  )
  const companions = plans.map(
    ({ index, recipe }) => sh`${index}) ${recipe.companion ?? sh`:`} ;;
`,
  )
  return sh`
everyone=${visibleTo === 'everyone' ? 'yes' : ''}
[ "$self" = "$uid" ] || everyone=yes
describe() {
case $1 in
${cases}
esac
}
start_companion() {
case $1 in
${companions}
esac
}
daemon_command() {
case $1 in
${commands}
esac
}
`
}

function yes(value: boolean): string {
  return value ? 'yes' : 'no'
}
