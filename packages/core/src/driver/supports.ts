/**
 * What a driver can do. Data: the conformance suite, the documentation and the errors about missing features read it,
 * and a test holds it against the members that the driver has.
 */
export interface SandboxSupports {
  /** A running process can be given input. Member: `RemoteProcess.writeStdin`. */
  readonly stdin: boolean
  /** Input can be ended. Member: `RemoteProcess.closeStdin`. */
  readonly closeStdin: boolean
  /** Output arrives while the command runs, not only at its end. */
  readonly streaming: boolean
  /** Stdout and stderr arrive byte for byte, NUL and invalid UTF-8 included. */
  readonly exactBytes: boolean
  /** The driver waits for the promise an output sink returns before it reads on. */
  readonly backpressure: boolean
  /** A private two-way channel on descriptor 3. Member: `RemoteProcess.channel`. */
  readonly channel: boolean
  /** `kill` reaches descendants that moved to a session of their own. */
  readonly killsEscapedSessions: boolean
  /** A process started elsewhere can be found by its id. Member: `attach`. */
  readonly attach: boolean
  /** Processes started elsewhere are listed. Member: `listProcesses`. */
  readonly listsForeignProcesses: boolean
  /** Ports have addresses. Member: `portUrl`. */
  readonly ports: boolean
  /** The machine's disk can be read and written. Member: `filesystem`. */
  readonly filesystem: boolean
  /** `writeFiles` honours permission bits. */
  readonly fileModes: boolean
  /** `snapshot()` saves something that a later sandbox can start from. Member: `snapshot`. */
  readonly checkpoints: boolean
  /** Filesystem types that the driver mounts itself. Member: `mounter`. */
  readonly nativeMounts: readonly string[]
  /** FUSE works in the machine, so that filesystems that bring a mounter can be mounted. */
  readonly fuse: boolean
  /** The machine and the host see the same disk under the same paths. */
  readonly sharesHostDisk: boolean
  /** A machine found by its identity can be stopped and destroyed without attaching to it first. */
  readonly detachedLifecycle: boolean
  /** The same logical id finds the same machine again; otherwise only the provider's own id does. */
  readonly findsById: boolean
  /** Files are there again after `stop()` and `start()`. */
  readonly filesSurviveStop: boolean
  /** `stop()` removes the machine: the status is `destroyed` afterwards. */
  readonly stopRemoves: boolean
  /** An explicit `start()` after `destroy()` provisions anew; otherwise it is a `SandboxStateError`. */
  readonly startAfterDestroy: boolean
  /** Processes survive `stop()` and `start()`. */
  readonly processesSurviveStop: boolean
}
