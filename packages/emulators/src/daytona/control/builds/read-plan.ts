import { BuildError } from '../../../builds/build-error.js'
import type { Instruction } from './dockerfile/instruction.js'
import { parseDockerfile } from './dockerfile/parse-dockerfile.js'
import { expandVariables } from './dockerfile/words.js'
import { notes } from './note-instruction.js'
import { isKnown } from './run-instruction.js'
import { firstState, type StepState } from './step-state.js'

/** A part of a Dockerfile that begins with `FROM`. */
export interface BuildStage {
  readonly from: Instruction
  /** An image, or the name of an earlier stage. */
  readonly image: string
  /** In small letters. */
  readonly name: string | undefined
  readonly steps: readonly Instruction[]
}

/** What a Dockerfile asks for. */
export interface BuildPlan {
  /** The last one is what is built. */
  readonly stages: readonly BuildStage[]
  /** What variables mean that were set before all stages. */
  readonly globals: Readonly<Record<string, string>>
}

function failAt({ line }: Instruction, reason: string): never {
  throw new BuildError(`dockerfile parse error on line ${line}: ${reason}`)
}

function readStage(from: Instruction, steps: readonly Instruction[], globals: StepState['args']): BuildStage {
  const [image = '', as, name, ...rest] = expandVariables(from.text, globals).split(/\s+/)
  if (image === '') failAt(from, 'FROM requires an image')
  const isNamed = as?.toLowerCase() === 'as' && name !== undefined && rest.length === 0
  if (as !== undefined && !isNamed) failAt(from, 'FROM requires either one or three arguments')
  return { from, image, name: name?.toLowerCase(), steps }
}

/**
 * Checks a Dockerfile before anything is done.
 *
 * @throws BuildError for one without a beginning, or with unknown instructions.
 */
export function readPlan(text: string): BuildPlan {
  if (text.includes('\0')) throw new BuildError('dockerfile parse error: the file holds a NUL character')
  const instructions = parseDockerfile(text)
  const unknown = instructions.find((instruction) => instruction.keyword !== 'FROM' && !isKnown(instruction))
  if (unknown !== undefined) failAt(unknown, `unknown instruction: ${unknown.keyword}`)
  const starts = [...instructions.keys()].filter((index) => instructions[index]?.keyword === 'FROM')
  const before = instructions.slice(0, starts[0] ?? 0)
  if (starts.length === 0 || before.some(({ keyword }) => keyword !== 'ARG')) {
    throw new BuildError('dockerfile parse error: no build stage in current context')
  }
  const { args } = before.reduce((state, instruction) => notes['ARG']?.(state, instruction) ?? state, firstState)
  const stages = starts.flatMap((start, index) => {
    const from = instructions[start]
    return from === undefined ? [] : [readStage(from, instructions.slice(start + 1, starts[index + 1]), args)]
  })
  return { stages, globals: args }
}
