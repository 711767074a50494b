import type { ImageConfig } from './image.js'

/** What the steps of a build have settled so far. */
export interface StepState {
  readonly config: ImageConfig
  /** Variables of the build alone. */
  readonly args: Readonly<Record<string, string>>
  /** Variables that were set before all stages, and mean something only where a stage asks for them. */
  readonly globals: Readonly<Record<string, string>>
  /** Begins the commands that are written as text. */
  readonly shell: readonly string[]
}

export const firstState: StepState = { config: { env: {} }, args: {}, globals: {}, shell: ['/bin/sh', '-c'] }

const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** What `$NAME` means in an instruction. */
export function variablesOf({ args, config }: StepState): Record<string, string> {
  return { PATH: path, ...args, ...config.env }
}
