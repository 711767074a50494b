import type { Backing } from '../machine/index.js'

/** How an emulator of the platform is started. All times in milliseconds. */
export interface PlatformEmulatorOptions {
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
   * Certificates as PEM that programs in sandboxes and builds trust, beside those that this computer trusts: of servers in a test. It is
   * programs that read the system's certificates, as git, curl and Python do; Node does where `NODE_EXTRA_CA_CERTS` is
   * `/etc/ssl/certs/ca-certificates.crt`. Needs the backing `namespaces`; any other throws INVALID_OPTION.
   */
  readonly trustedCertificates?: readonly string[] | undefined
  /** Tokens that are let in. Default: any that is not empty. */
  readonly accessTokens?: readonly string[] | undefined
  /** The project of `env`; others work as well. */
  readonly projectId?: string | undefined
  /** The environment of `env`; others work as well. */
  readonly environmentId?: string | undefined
  /** Names of the buckets of the file store; the first is that of `env`. Default `files`. */
  readonly buckets?: readonly string[] | undefined
  /** Most entries of one page of a listing of the file store. Default 1000. */
  readonly pageSize?: number | undefined
  /** What the exec socket offers beyond the platform's protocol. Default `['stdin']`. */
  readonly features?: readonly string[] | undefined
  /** Whether a command can be joined again by another socket. Default true. */
  readonly durableSessions?: boolean | undefined
  /** How long a lease is good for; `null` makes leases that do not say when they end, and do not. Default 15 minutes. */
  readonly leaseTtlMs?: number | null | undefined
  /** How long a destroyed sandbox is still shown, with `destroyedAt`; afterwards its answer is a 410. Default 10 minutes. */
  readonly destroyedKeptMs?: number | undefined
  /** How often the disk of each sandbox is captured as a checkpoint of its id. Default 5 minutes. */
  readonly checkpointIntervalMs?: number | undefined
  /** How long sandboxes live without activity that do not say. Default 30. */
  readonly idleTimeoutMinutes?: number | undefined
  /** What counts as a minute of idle time: smaller values end sandboxes sooner. Default 60 000. */
  readonly minuteMs?: number | undefined
}
