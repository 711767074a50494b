/** Where in a build: before its base is there, before a step, counted from 1, or before its end. */
export type BuildPlace = 'base' | 'finalize' | number

/** What happens to a build. */
export interface BuildFault {
  /** Default `base`. A number beyond the last step means never. */
  readonly at?: BuildPlace | undefined
  /** Waits so long. */
  readonly delayMs?: number | undefined
  /** Goes on when the fault is cancelled; until then the build is under way. */
  readonly stall?: boolean | undefined
  /** The build fails, for this reason; `true`: for some. */
  readonly fail?: string | boolean | undefined
  /** How many builds it is for. Default 1; `Infinity` until it is cancelled. */
  readonly times?: number | undefined
}
