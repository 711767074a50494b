/**
 * Private Linux machines made of kernel parts, for emulators of sandbox vendors. Not a security boundary: root inside can reach the host.
 *
 * `openMachineHost()` probes what this computer can do and removes what crashed hosts left. `host.create(options)` starts a machine and
 * resolves when its daemon accepts connections on `machine.socketPath`.
 *
 * A daemon runs as root and finds in its environment: `CAISSON_MACHINE_SOCKET` (where it must listen), `CAISSON_MACHINE_ID`,
 * `CAISSON_MACHINE_USER`, `CAISSON_MACHINE_UID`, `CAISSON_MACHINE_GID`, `CAISSON_MACHINE_BACKING`, and `CAISSON_MACHINE_ROOT`, the directory
 * that stands for `/` (empty: the real one; only the backing `directory` has another). When it ends, the machine ends.
 * Connections that close without a word, such as those that ask whether it listens, must not end it.
 *
 * The processes of a machine end with the thread that made it, so make machines on the main thread.
 */
export { openMachineHost } from './open-machine-host.js'
export { MachineError, type MachineErrorCode } from './machine-error.js'
export type { HostDescription, RejectedBacking } from './host-description.js'
export type {
  Backing,
  Machine,
  MachineDaemon,
  MachineExit,
  MachineHost,
  MachineHostOptions,
  MachineNetwork,
  MachineOptions,
  MachineState,
  MachineUser,
  SharedPath,
} from './machine-types.js'
