/** The processes of one machine, as this process sees them. */
export interface ProcessSet {
  /** The process that the machine ends with. */
  readonly initPid: number
  /** All others end when the init ends, by the kernel's doing. */
  readonly initEndsAll: boolean
  /** Every process of the machine, the init included. Costs a walk over all processes of the system. */
  list(): Promise<number[]>
}

/** Control groups of version 2, by the numbers that the kernel knows them by. */
export interface NetworkPlace {
  /** That of the host of machines: all below it are machines. */
  readonly host: bigint
  /** That of the machines which reach each other, directly below. */
  readonly group: bigint
  /** The machine's own, below that. */
  readonly machine: bigint
}

/** Stops, continues and ends all processes of a machine at once. */
export interface ProcessControl {
  /** Files that a machine's first process writes `0` to before it does anything else. */
  readonly joinFiles: readonly string[]
  /** The group, of version 2, whose packets a filter can look at. */
  readonly networkGroup?: string | undefined
  /** Where the machine is among others that it may reach. */
  readonly networkPlace?: NetworkPlace | undefined
  freeze(processes: ProcessSet): Promise<void>
  thaw(processes: ProcessSet): Promise<void>
  /** Ends all, frozen or not. Resolves when the signals are sent, not when all have ended. */
  kill(processes: ProcessSet): Promise<void>
  /** Gives back what was reserved, when all processes have ended; `false` when something stays. */
  remove(): Promise<boolean>
}
