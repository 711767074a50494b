import path from 'node:path'
import { copyScript } from '../../../disks/copy-script.js'
import { BuildError } from '../../../builds/build-error.js'
import type { BuildMachine } from '../../../builds/build-machine.js'
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

/** Packs what is at SOURCE, a path or pattern below ROOT, into ARCHIVE. */
const packScript = `set -e
shopt -s dotglob nullglob globstar
cd "$ROOT"
IFS=
found=( $SOURCE )
[ -e "$SOURCE" ] || [ -L "$SOURCE" ] && found=( "$SOURCE" )
[ \${#found[@]} -gt 0 ]
rm -f "$ARCHIVE"
tar --one-file-system -cf "$ARCHIVE" -- "\${found[@]}"
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

/** Paths are below the root of all sources: nothing is above it. */
function relative(source: string): string {
  return path.posix.join('/', source).slice(1).replace(/\/$/, '') || '.'
}

/** Brings files from an earlier stage. */
async function placeFromStage(call: StepCall, from: string, source: string, destination: Destination): Promise<void> {
  const { place, state, instruction } = call
  const origin = await place.source(expandVariables(from, variablesOf(state)))
  const archive = '/tmp/.caisson-stage.tar'
  if (relative(source) === '.') {
    throw new BuildError(`The emulator does not know ${instruction.keyword} --from of a whole file system`)
  }
  const env = { ROOT: `${origin.root}/`, SOURCE: relative(source), ARCHIVE: origin.root + archive }
  const command = { argv: ['/bin/bash', '-c', packScript], user: 'root', cwd: '/', env }
  const result = await origin.run({ ...command, onOutput: () => undefined })
  if (!('exitCode' in result) || result.exitCode !== 0) {
    throw new BuildError(`${instruction.keyword} failed: ${source} not found in ${from}`)
  }
  const machine = await place.machine()
  await machine.write(archive, await origin.read(archive))
  await runScript(call, copyScript, { ...destination, ARCHIVES: machine.root + archive, SOURCE: env.SOURCE })
}

async function placeSource(call: StepCall, source: string, destination: Destination): Promise<void> {
  const { root } = await call.place.machine()
  const { keyword, text, flags } = call.instruction
  if (flags['from'] !== undefined) return placeFromStage(call, flags['from'], source, destination)
  if (keyword === 'ADD' && /^https?:\/\//.test(source)) {
    return runScript(call, downloadScript, { ...destination, URL: source })
  }
  if (call.place.archives.length === 0) throw new BuildError(`${keyword} failed: ${text}: the build has no files`)
  await runScript(call, copyScript, {
    ...destination,
    ARCHIVES: call.place.archives.map((file) => root + file).join(' '),
    KEEP: 'yes',
    SOURCE: relative(source),
    EXTRACT: keyword === 'ADD' ? 'yes' : '',
  })
}

/** `COPY` and `ADD`. */
export async function copyFiles(call: StepCall): Promise<StepState> {
  const { instruction, state } = call
  const { keyword, text, heredocs, line } = instruction
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
