/** What an isolated local sandbox may see and do. Only together with an isolation other than `none`. */
export interface NativeSandboxConfig {
  /** Use the network. Default false. */
  allowNetwork?: boolean | undefined
  /**
   * Paths to read besides the working directory. Below a path that can be written they take the right to write away.
   * Symbolic links are protected together with what they lead to; missing paths are skipped.
   */
  readOnlyPaths?: string[] | undefined
  /** Paths to read and write besides the working directory. Missing paths are skipped. */
  readWritePaths?: string[] | undefined
  /**
   * See the system's programs and libraries, and Node. Default true. With false, `readOnlyPaths` must bring at least
   * `/bin/sh` with its libraries. Bubblewrap only: seatbelt cannot start programs it may not read.
   */
  allowSystemBinaries?: boolean | undefined
  /** The working directory cannot be written. Default false. */
  readOnly?: boolean | undefined
  /**
   * Seatbelt only. A profile to use instead of the generated one; when the file does not exist, the generated profile is
   * written there, and removed by `destroy()`.
   */
  seatbeltProfilePath?: string | undefined
  /**
   * Bubblewrap only. Arguments that replace the generated ones, up to the command: everything the sandbox needs to see must
   * be among them. `--die-with-parent`, `--chdir` and the command are always added.
   */
  bwrapArgs?: string[] | undefined
}
