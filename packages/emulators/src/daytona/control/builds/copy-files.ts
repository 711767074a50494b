import path from 'node:path'
import { copyScript } from '../../../disks/copy-script.js'
import { BuildError } from './build-error.js'
import type { BuildMachine } from './build-machine.js'
import type { Heredoc } from './dockerfile/instruction.js'
import { expandVariables, parseWordArray, splitWords } from './dockerfile/words.js'
import { runScript } from './run-command.js'
import type { StepCall } from './step-place.js'
import { type StepState, variablesOf } from './step-state.js'

/** Puts one file in place. Its variables: FILE, NAME, TARGET, and OWNER and MODE, which may be empty. */
const placeScript = `set -e
case "$TARGET" in */) TARGET=$TARGET$NAME ;; esac
mkdir -p "$(dirname "$TARGET")"
cp --no-preserve=all "$FILE" "$TARGET"
rm -f "$FILE"
chmod "\${MODE:-644}" "$TARGET"
[ -z "$OWNER" ] || chown "$OWNER" "$TARGET"
`

/** As `placeScript`, for what URL leads to. */
const downloadScript = `set -e
case "$TARGET" in */) TARGET=$TARGET$(basename "$URL") ;; esac
curl -fsSL --create-dirs -o "$TARGET" "$URL"
chmod "\${MODE:-600}" "$TARGET"
[ -z "$OWNER" ] || chown "$OWNER" "$TARGET"
`

interface Destination {
  readonly TARGET: string
  readonly OWNER: string
  readonly MODE: string
}

function ownerOf(chown: string): string {
  if (chown.includes(':')) return chown
  // A number means the group of the same number; a name, the group of that user.
  return /^\d+$/.test(chown) ? `${chown}:${chown}` : `${chown}:`
}

function destinationOf(call: StepCall, machine: BuildMachine, target: string): Destination {
  const { config } = call.state
  const { chown = '0:0', chmod = '' } = call.instruction.flags
  const slash = target.endsWith('/') ? '/' : ''
  return {
    TARGET: machine.root + path.posix.resolve(config.workDir ?? '/', target) + slash,
    OWNER: machine.hasUsers ? ownerOf(expandVariables(chown, variablesOf(call.state))) : '',
    MODE: chmod,
  }
}

async function placeText(
  call: StepCall,
  machine: BuildMachine,
  { name, content, isLiteral }: Heredoc,
  destination: Destination,
): Promise<void> {
  const file = '/tmp/.caisson-heredoc'
  await machine.write(file, isLiteral ? content : expandVariables(content, variablesOf(call.state)))
  await runScript(call, placeScript, { ...destination, FILE: machine.root + file, NAME: name })
}

async function placeSource(call: StepCall, source: string, destination: Destination): Promise<void> {
  const { root } = await call.place.machine()
  const { keyword, text } = call.instruction
  if (keyword === 'ADD' && /^https?:\/\//.test(source)) {
    await runScript(call, downloadScript, { ...destination, URL: source })
    return
  }
  if (call.place.archives.length === 0) throw new BuildError(`${keyword} failed: ${text}: the build has no files`)
  await runScript(call, copyScript, {
    ...destination,
    ARCHIVES: call.place.archives.map((file) => root + file).join(' '),
    KEEP: 'yes',
    // The context is the root of all sources: nothing is above it.
    SOURCE: path.posix.join('/', source).slice(1).replace(/\/$/, '') || '.',
    EXTRACT: keyword === 'ADD' ? 'yes' : '',
  })
}

/** `COPY` and `ADD`. */
export async function copyFiles(call: StepCall): Promise<StepState> {
  const { instruction, state } = call
  const { keyword, text, flags, heredocs, line } = instruction
  if (flags['from'] !== undefined) throw new BuildError(`The emulator does not know ${keyword} --from (line ${line})`)
  const words = parseWordArray(text) ?? splitWords(text, variablesOf(state))
  const target = words.at(-1)
  const sources = words.slice(0, -1)
  if (target === undefined || sources.length === 0) {
    throw new BuildError(`dockerfile parse error on line ${line}: ${keyword} requires at least two arguments`)
  }
  if (sources.length > 1 && !target.endsWith('/')) {
    throw new BuildError(
      `When using ${keyword} with more than one source file, the destination must be a directory and end with a /`,
    )
  }
  const machine = await call.place.machine()
  const destination = destinationOf(call, machine, target)
  const texts = [...heredocs]
  for (const source of sources) {
    const heredoc = /^<<-?\w/.test(source) ? texts.shift() : undefined
    if (heredoc === undefined) await placeSource(call, source, destination)
    else await placeText(call, machine, heredoc, destination)
  }
  return state
}
