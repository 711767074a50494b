import type { Backing } from '../machine/index.js'

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
}
