import { hostVariables } from './host/host-variable.js'
import type { Backing, MachineOptions } from './machine-types.js'

const searchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** What differs between the backings. */
export interface DaemonPlace {
  readonly backing: Backing
  readonly socketPath: string
  /** The directory that stands for `/`; empty for the real one. */
  readonly root: string
  readonly home: string
  readonly host: string
  /** Where others of its network group reach the machine. */
  readonly address: string | undefined
}

function defined(variables: Readonly<Record<string, string | undefined>> = {}): [string, string][] {
  return Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
}

/** The whole environment of a daemon. None of the host's: it may hold keys. */
export function daemonEnvironment(options: MachineOptions, place: DaemonPlace): Record<string, string> {
  const { user, id } = options
  return {
    PATH: searchPath,
    HOME: place.home,
    LANG: 'C.UTF-8',
    ...Object.fromEntries(defined(options.env)),
    ...Object.fromEntries(defined(options.daemon.env)),
    ...(place.address === undefined ? {} : { CAISSON_MACHINE_ADDRESS: place.address }),
    CAISSON_MACHINE_BACKING: place.backing,
    CAISSON_MACHINE_GID: String(user.gid),
    ...hostVariables(place.host),
    CAISSON_MACHINE_ID: id,
    CAISSON_MACHINE_ROOT: place.root,
    CAISSON_MACHINE_SOCKET: place.socketPath,
    CAISSON_MACHINE_UID: String(user.uid),
    CAISSON_MACHINE_USER: user.name,
  }
}
