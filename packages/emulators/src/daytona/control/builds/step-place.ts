import type { BuildLog } from '../../../builds/build-log.js'
import type { BuildMachine } from '../../../builds/build-machine.js'
import type { Instruction } from './dockerfile/instruction.js'
import type { StepState } from './step-state.js'

/** Where the steps of a build are run. */
interface StepPlace {
  readonly log: BuildLog
  /** The machine, started for the first step that needs one. */
  readonly machine: () => Promise<BuildMachine>
  /** The machine of an earlier stage, or of an image, by name or number. */
  readonly source: (name: string) => Promise<BuildMachine>
  /** Archives with the files of the build, as a machine with a root of its own sees them. */
  readonly archives: readonly string[]
}

export interface StepCall {
  readonly place: StepPlace
  readonly instruction: Instruction
  readonly state: StepState
}
