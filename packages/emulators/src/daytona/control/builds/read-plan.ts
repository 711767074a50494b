import { BuildError } from './build-error.js'
import type { Instruction } from './dockerfile/instruction.js'
import { parseDockerfile } from './dockerfile/parse-dockerfile.js'
import { expandVariables } from './dockerfile/words.js'
import { notes } from './note-instruction.js'
import { isKnown } from './run-instruction.js'
import { firstState } from './step-state.js'

/** What a Dockerfile asks for. */
export interface BuildPlan {
  /** The image that it begins with. */
  readonly from: Instruction
  readonly fromImage: string
  /** What comes after it. */
  readonly steps: readonly Instruction[]
}

/**
 * Checks a Dockerfile before anything is done.
 *
 * @throws BuildError for one without a beginning, with unknown instructions, or with several stages.
 */
export function readPlan(text: string): BuildPlan {
  const instructions = parseDockerfile(text)
  const unknown = instructions.find((instruction) => instruction.keyword !== 'FROM' && !isKnown(instruction))
  if (unknown !== undefined) {
    throw new BuildError(`dockerfile parse error on line ${unknown.line}: unknown instruction: ${unknown.keyword}`)
  }
  const start = instructions.findIndex(({ keyword }) => keyword === 'FROM')
  const from = instructions[start]
  const before = instructions.slice(0, Math.max(start, 0))
  if (from === undefined || before.some(({ keyword }) => keyword !== 'ARG')) {
    throw new BuildError('dockerfile parse error: no build stage in current context')
  }
  const steps = instructions.slice(start + 1)
  const second = steps.find(({ keyword }) => keyword === 'FROM')
  if (second !== undefined) {
    throw new BuildError(`The emulator does not know builds with several stages (line ${second.line})`)
  }
  const { args } = before.reduce((state, instruction) => notes['ARG']?.(state, instruction) ?? state, firstState)
  const [fromImage = ''] = expandVariables(from.text, args).split(/\s+/)
  if (fromImage === '') throw new BuildError(`dockerfile parse error on line ${from.line}: FROM requires an image`)
  return { from, fromImage, steps }
}
