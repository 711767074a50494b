import type { Backing } from '../machine/index.js'
import type { E2BNames, E2BTeam, E2BTeamTemplate } from './e2b-team.js'

/** How an emulator of E2B is started. All times in milliseconds. */
export interface E2BEmulatorOptions {
  /** Where it listens. Default 0: any free port. */
  readonly port?: number | undefined
  /** Default `127.0.0.1`. Anything but a loopback address needs `allowRemote`. */
  readonly host?: string | undefined
  /** Lets others reach the emulator. It is no security boundary: who reaches it runs programs as root on this computer. Default false. */
  readonly allowRemote?: boolean | undefined
  /**
   * Speaks HTTPS with a certificate of its own, for a domain that only clients started with `env` know; then `https://` and
   * `sandbox.getHost(port)` reach servers in sandboxes. Default false: plain HTTP.
   */
  readonly tls?: boolean | undefined
  /** The domain beside `tls`. Default `emu.test`. */
  readonly domain?: string | undefined
  /** Waits so long before each answer. Default 0. */
  readonly latencyMs?: number | undefined
  /** Directory for all files of the emulator. Default: the system's directory for temporary files. */
  readonly root?: string | undefined
  /** Insists on a way of making machines. Default: the strongest that works here. */
  readonly backing?: Backing | undefined
  /**
   * Gives each sandbox a network of its own with nothing but a loopback interface, so that servers in different sandboxes may have the same
   * port; requests reach them through the emulator only. Needs the backing `namespaces`. Default false: sandboxes share this computer's
   * network, but those created with `allowInternetAccess: false`.
   */
  readonly ownNetworks?: boolean | undefined
  /** Keys that are let in. Default: any that is not empty. */
  readonly apiKeys?: readonly string[] | undefined
  /** Names of templates that exist from the start, beside `base`. */
  readonly templates?: readonly string[] | undefined
  /** Other teams, each with keys of its own. Who brings another key is of the team `local`. */
  readonly teams?: readonly E2BTeam[] | undefined
  /** Templates of a team `foreign` that nobody has a key of. */
  readonly foreignTemplates?: readonly (string | E2BTeamTemplate)[] | undefined
  /** How names are given out among teams. Default `shared`. */
  readonly templateNames?: E2BNames | undefined
  /**
   * For so long after a build is ready, or a tag was given to one, neither sandboxes nor lists of tags see that; what they saw before counts.
   * Default 0.
   */
  readonly templateLagMs?: number | undefined
  /**
   * Certificates as PEM that programs in sandboxes and builds trust, beside those that this computer trusts: of servers in a test. It is
   * programs that read the system's certificates, as git, curl and Python do; Node does where `NODE_EXTRA_CA_CERTS` is
   * `/etc/ssl/certs/ca-certificates.crt`. `emulator.ca` is one of them where there is `tls`. Needs the backing `namespaces`; any other throws INVALID_OPTION.
   */
  readonly trustedCertificates?: readonly string[] | undefined
}
