import type { Backing } from '../machine/index.js'

/** How an emulator of Daytona is started. All times in milliseconds. */
export interface DaytonaEmulatorOptions {
  /** Where it listens. Default 0: any free port. */
  readonly port?: number | undefined
  /** Default `127.0.0.1`. Anything but a loopback address needs `allowRemote`. */
  readonly host?: string | undefined
  /** Lets others reach the emulator. It is no security boundary: who reaches it runs programs as root on this computer. Default false. */
  readonly allowRemote?: boolean | undefined
  /** Waits so long before each answer. Default 0. */
  readonly latencyMs?: number | undefined
  /** Directory for all files of the emulator. Default: the system's directory for temporary files. */
  readonly root?: string | undefined
  /** Insists on a way of making machines. Default: the strongest that works here. */
  readonly backing?: Backing | undefined
  /**
   * Gives each sandbox a network of its own with nothing but a loopback interface, so that servers in different sandboxes may have the same
   * port; previews reach them. Needs the backing `namespaces`. Default false: sandboxes share this computer's network, but those whose
   * network was blocked.
   */
  readonly ownNetworks?: boolean | undefined
  /** Keys that are let in. Default: any that is not empty. */
  readonly apiKeys?: readonly string[] | undefined
  /** Names of snapshots that exist from the start, beside the default one. */
  readonly snapshots?: readonly string[] | undefined
  /**
   * Certificates as PEM that programs in sandboxes and builds trust, beside those that this computer trusts: of servers in a test. It is
   * programs that read the system's certificates, as git, curl and Python do; Node does where `NODE_EXTRA_CA_CERTS` is
   * `/etc/ssl/certs/ca-certificates.crt`. Needs the backing `namespaces`; any other throws INVALID_OPTION.
   */
  readonly trustedCertificates?: readonly string[] | undefined
  /** How long a change of state takes at least, so that clients see the states in between. Default 25. */
  readonly transitionMs?: number | undefined
  /** How long the answers to create and start are held for a sandbox that is not ready. Default 30 000; 0 answers at once. */
  readonly answerHoldMs?: number | undefined
  /** What counts as a minute for intervals: smaller values make auto-stop and the like come sooner. Default 60 000. */
  readonly minuteMs?: number | undefined
}
