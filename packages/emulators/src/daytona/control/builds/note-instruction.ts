import { BuildError } from '../../../builds/build-error.js'
import type { Instruction } from './dockerfile/instruction.js'
import { expandVariables, parseWordArray, splitWords } from './dockerfile/words.js'
import type { ImageConfig } from './image.js'
import { type StepState, variablesOf } from './step-state.js'

/** Says what an instruction changes without a machine. */
type Note = (state: StepState, instruction: Instruction) => StepState

function withConfig(state: StepState, change: Partial<ImageConfig>): StepState {
  return { ...state, config: { ...state.config, ...change } }
}

function assignment(word: string): [string, string] {
  const position = word.indexOf('=')
  return position < 0 ? [word, ''] : [word.slice(0, position), word.slice(position + 1)]
}

function environment(state: StepState, { text, line }: Instruction): StepState {
  const variables = variablesOf(state)
  const old = /^(\w+)\s+([^]+)$/.exec(text)
  if (old !== null) {
    return withConfig(state, { env: { ...state.config.env, [old[1] ?? '']: expandVariables(old[2] ?? '', variables) } })
  }
  const words = splitWords(text, variables)
  const broken = words.find((word) => !/^[^=]+=/.test(word))
  if (broken !== undefined || words.length === 0) {
    throw new BuildError(`dockerfile parse error on line ${line}: ENV: can't find = in "${broken ?? ''}"`)
  }
  return withConfig(state, { env: { ...state.config.env, ...Object.fromEntries(words.map(assignment)) } })
}

/** Without a value, it is one that was set before all stages. */
function argument(state: StepState, { text }: Instruction): StepState {
  const { globals, args } = state
  const given = splitWords(text, variablesOf(state)).flatMap((word): [string, string][] => {
    if (word.includes('=')) return [assignment(word)]
    const value = globals[word]
    return value === undefined ? [] : [[word, value]]
  })
  return { ...state, args: { ...args, ...Object.fromEntries(given) } }
}

function user(state: StepState, { text, line }: Instruction): StepState {
  const [name] = splitWords(text, variablesOf(state))
  if (name === undefined)
    throw new BuildError(`dockerfile parse error on line ${line}: USER requires exactly one argument`)
  return withConfig(state, { user: name })
}

function command(state: StepState, { text }: Instruction): readonly string[] {
  return parseWordArray(text) ?? [...state.shell, text]
}

function shell(state: StepState, { text, line }: Instruction): StepState {
  const words = parseWordArray(text)
  if (words !== undefined && words.length > 0) return { ...state, shell: words }
  throw new BuildError(`dockerfile parse error on line ${line}: SHELL requires the arguments to be in JSON form`)
}

function nothing(state: StepState): StepState {
  return state
}

/** Instructions that are only remembered, or change nothing here. */
export const notes: Readonly<Record<string, Note>> = {
  ARG: argument,
  CMD: (state, instruction) => withConfig(state, { cmd: command(state, instruction) }),
  ENTRYPOINT: (state, instruction) => withConfig(state, { entrypoint: command(state, instruction) }),
  ENV: environment,
  EXPOSE: nothing,
  HEALTHCHECK: nothing,
  LABEL: nothing,
  MAINTAINER: nothing,
  ONBUILD: nothing,
  SHELL: shell,
  STOPSIGNAL: nothing,
  USER: user,
  VOLUME: nothing,
}
