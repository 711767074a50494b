import path from 'node:path'
import { BuildError } from '../../../builds/build-error.js'
import { copyFiles } from './copy-files.js'
import type { Instruction } from './dockerfile/instruction.js'
import { parseWordArray, splitWords } from './dockerfile/words.js'
import { notes } from './note-instruction.js'
import { runCommand, runScript } from './run-command.js'
import type { StepCall } from './step-place.js'
import { type StepState, variablesOf } from './step-state.js'

/** Does what an instruction says, and tells what the next ones find. */
type StepRunner = (call: StepCall) => Promise<StepState>

/** The text that the shell gets. A text in a file that has no command before it is the command. */
function shellText({ text, heredocs }: Instruction): string {
  const [first] = heredocs
  if (first === undefined) return text
  if (/^<<-?\S+$/.test(text)) return first.content
  return [text, ...heredocs.map(({ name, content }) => `${content}${name}`), ''].join('\n')
}

async function runLine(call: StepCall): Promise<StepState> {
  const { instruction, state, place } = call
  const { config, args, shell } = state
  const argv = parseWordArray(instruction.text) ?? [...shell, shellText(instruction)]
  const { root } = await place.machine()
  const command = {
    argv,
    user: config.user ?? 'root',
    cwd: `${root}${config.workDir ?? '/'}`,
    env: { ...args, ...config.env },
  }
  await runCommand(call, command, (exitCode) => {
    return `The command '${argv.join(' ')}' returned a non-zero code: ${exitCode}`
  })
  return state
}

async function changeDirectory(call: StepCall): Promise<StepState> {
  const { state, instruction, place } = call
  const given = splitWords(instruction.text, variablesOf(state)).join(' ')
  if (given === '') throw new BuildError(`dockerfile parse error on line ${instruction.line}: WORKDIR requires a path`)
  const workDir = path.posix.resolve(state.config.workDir ?? '/', given)
  const { root } = await place.machine()
  await runScript(call, 'mkdir -p "$TARGET"', { TARGET: root + workDir })
  return { ...state, config: { ...state.config, workDir } }
}

/** Instructions that need a machine. */
const runners: Readonly<Record<string, StepRunner>> = {
  ADD: copyFiles,
  COPY: copyFiles,
  RUN: runLine,
  WORKDIR: changeDirectory,
}

/** The instructions that a Dockerfile may hold, but for `FROM`. */
export function isKnown({ keyword }: Instruction): boolean {
  return Object.hasOwn(runners, keyword) || Object.hasOwn(notes, keyword)
}

/** Throws a BuildError when the step fails. */
export async function runInstruction(call: StepCall): Promise<StepState> {
  const { keyword, line } = call.instruction
  const run = runners[keyword]
  if (run !== undefined) return run(call)
  const note = notes[keyword]
  if (note !== undefined) return note(call.state, call.instruction)
  throw new BuildError(`dockerfile parse error on line ${line}: unknown instruction: ${keyword}`)
}
