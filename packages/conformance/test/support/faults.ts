/** Ways in which the test provider can misbehave: each breaks one promise that the suite must notice. */
export interface ProviderFaults {
  /** Output after the first piece is lost. */
  readonly dropsOutput?: boolean
  /** Output pieces are handed on twice. */
  readonly doublesOutput?: boolean
  /** Output is decoded and encoded piece by piece. */
  readonly decodesOutput?: boolean
  /** Stderr goes to stdout. */
  readonly mergesStreams?: boolean
  /** The promise that a sink returns is not waited for. */
  readonly ignoresBackpressure?: boolean
  /** The end is told before the last output. */
  readonly endsEarly?: boolean
  /** An end without an exit code is told as success. */
  readonly inventsExitCode?: boolean
  /** Signals are told as plain exit codes. */
  readonly hidesSignals?: boolean
  /** Kill says yes and does nothing. */
  readonly losesKill?: boolean
  /** Kill reaches only the shell. */
  readonly killsShellOnly?: boolean
  /** KILL is sent at once. */
  readonly skipsTerm?: boolean
  /** Ending the input does nothing. */
  readonly ignoresStdinClose?: boolean
  /** Writes after the end are taken. */
  readonly swallowsLateWrites?: boolean
  /** Every process keeps its input open, also where it has none. */
  readonly keepsStdinOpen?: boolean
  /** The environment of a command reaches later commands. */
  readonly leaksEnvironment?: boolean
  /** Values are part of the command line. */
  readonly showsEnvironment?: boolean
  /** The command is parsed by one shell more. */
  readonly quotesAgain?: boolean
  /** A missing directory is replaced by another one. */
  readonly ignoresBadDirectory?: boolean
  /** A command that failed is run again. */
  readonly runsTwice?: boolean
  /** Looking for a machine makes one. */
  readonly findCreates?: boolean
  /** A new machine is made although there is one. */
  readonly neverFinds?: boolean
  /** A machine is found by an id that its own only contains. */
  readonly confusesIds?: boolean
  /** Destroy leaves the processes. */
  readonly leavesProcesses?: boolean
  /** The disk of a stopped machine is lost. */
  readonly losesFiles?: boolean
  /** A capability is claimed without the member. */
  readonly claimsTooMuch?: boolean
  /** Every error is taken for a lost machine. */
  readonly suspectsEverything?: boolean
}
