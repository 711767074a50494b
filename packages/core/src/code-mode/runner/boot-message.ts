/** One tool as the runner knows it. */
export interface CodeModeExternal {
  /** Name of the global function, for example `external_getWeather`. */
  readonly name: string
  /** Id of the tool on the host. */
  readonly id: string
}

/** The first line a runner reads. It alone carries the nonce. */
export interface BootMessage {
  /** Text of the runner; absent where the runner is there already. */
  readonly runner?: string
  readonly prefix: string
  readonly nonce: string
  /** The nonce is a secret that each piece of a frame gets one of its own from. */
  readonly isChained?: boolean
  /** Descriptor that frames are written to. */
  readonly outputDescriptor: number
  /** Descriptor that answers are read from. */
  readonly inputDescriptor: number
  /** Largest write of a piece of a frame; 0 for no limit. */
  readonly segmentBytes: number
  readonly maxResultBytes: number
  readonly maxLogBytes: number
  readonly externals: readonly CodeModeExternal[]
  /** Script text whose value is an async function: the program. */
  readonly program?: string
}
