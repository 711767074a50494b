import type { HostDescription } from './host-description.js'

/** The non-root user of a machine. Inside a private machine it may use `sudo` without a password. */
export interface MachineUser {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/** The program that answers for a machine: one bundled file that the host's own Node runs inside, as root. */
export interface MachineDaemon {
  /** The bundled JavaScript file on the host; inside it is read-only. */
  readonly file: string
  /** Arguments after the file. */
  readonly arguments?: readonly string[] | undefined
  /** Arguments of Node itself, before the file. */
  readonly nodeArguments?: readonly string[] | undefined
  /** Variables for the daemon only, beside those of the machine and the `CAISSON_MACHINE_*` ones. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** How long it may take until it accepts a connection on its socket. Default 20 000 ms. */
  readonly startTimeoutMs?: number | undefined
}

/** A file or directory of the host that a machine sees. */
export interface SharedPath {
  readonly source: string
  /**
   * Absolute path inside; made when missing. With the backing `bubblewrap` only below `/home`, `/root`, `/tmp`, `/run`, `/mnt`, `/media` and
   * `/srv`, as all else is read-only.
   */
  readonly target: string
  /** Not enforced by the backing `directory`, where a shared path is a symbolic link. */
  readonly readOnly?: boolean | undefined
}

/** How a machine is connected. */
export type MachineNetwork = 'cut' | 'host' | 'private'

export interface MachineOptions {
  /** Names the machine in messages and in its files: letters, digits, `-` and `_`, at most 64. Unique within the host. */
  readonly id: string
  readonly user: MachineUser
  readonly daemon: MachineDaemon
  /** What `copyDisk` wrote, the lowest first. Read-only; must stay while the machine exists. */
  readonly layers?: readonly string[] | undefined
  /** Environment of the daemon, and so of what it starts. Nothing of the host's environment gets in. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** Default: the id. */
  readonly hostname?: string | undefined
  /** Ignored, and named in `MachineHost.describe()`, where no control group can enforce it. */
  readonly memoryLimitBytes?: number | undefined
  /** As `memoryLimitBytes`. Threads count. */
  readonly pidsLimit?: number | undefined
  /**
   * `host` shares the network; `private` has a loopback interface of its own and nothing else; `cut` shares the network and reaches nothing in it
   * but itself, though it can be reached, which can be changed while it runs. Default `host`.
   */
  readonly network?: MachineNetwork | undefined
  /**
   * For a machine with the network `host`: of the machines of its host it reaches only those, and is reached only by those, that name the same
   * group, besides what else the computer reaches. Not enforced, and named in `MachineHost.describe()`, where there is no network filter.
   */
  readonly networkGroup?: string | undefined
  /** For volumes and for native modules of the daemon. */
  readonly shared?: readonly SharedPath[] | undefined
}

/** `stopped`: no process, but the disk is kept. `gone`: nothing is left. */
export type MachineState = 'running' | 'frozen' | 'stopped' | 'gone'

/** How the processes of a machine ended. */
export interface MachineExit {
  /** `daemon`: it ended by itself or crashed. `stopped`, `killed`: on request. */
  readonly reason: 'daemon' | 'stopped' | 'killed'
  /** Exit status of the daemon, 128 + n when a signal ended it; `undefined` unless the reason is `daemon`. */
  readonly exitCode?: number | undefined
  /** The end of what the daemon printed, for messages. */
  readonly log: string
}

/** One emulated computer: a disk, and processes below one init. */
export interface Machine {
  readonly id: string
  readonly state: MachineState
  /** Process of the host that is pid 1 inside (the daemon itself, for the backing `directory`); `undefined` while nothing runs. */
  readonly initPid: number | undefined
  /** The daemon's socket as the host sees it. The same for the machine's whole life, restarts included. */
  readonly socketPath: string
  /**
   * Where other machines of its network group reach it while it runs, if it has one: an address of its own on the loopback interface. Programs
   * that listen at all addresses of a port are reached at it too, and at no other machine's; ports are shared with the computer. Inside it is the
   * variable `CAISSON_MACHINE_ADDRESS` of the daemon. Where there is no network filter, all machines have 127.0.0.1.
   */
  readonly address: string | undefined
  /** Where the host finds the machine's own `/`; only for the backing `directory`, whose paths are not its own. */
  readonly rootDirectory: string | undefined
  /** Resolves when the present processes have ended, whatever the cause. */
  readonly exited: Promise<MachineExit>
  /** The end of what the daemon has printed on stdout and stderr, at most 64 KiB. */
  log(): string
  /** Stops all processes where they are. Does nothing when frozen already. While frozen, touch no file system that the machine serves. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  /** Ends all processes, frozen or not, and keeps the disk: state `stopped`. Also after the daemon ended by itself. */
  stopKeepingDisk(): Promise<void>
  /** Starts a stopped machine again, on its disk. Other variables and arguments of the daemon, and another network, may be given. */
  restart(changes?: Pick<Partial<MachineOptions>, 'daemon' | 'env' | 'network'>): Promise<void>
  /**
   * Cuts a machine with the network `host` off from it, or one with the network `cut` lets out. Stopped, it starts so the next time.
   *
   * @throws MachineError UNSUPPORTED where the host cannot, or for a machine whose network is `private`.
   */
  setNetwork(network: 'cut' | 'host'): Promise<void>
  /**
   * Copies what the machine has written (owners, modes, extended attributes, deletions) to a new directory, to be used in `layers` on top of
   * the machine's own layers. The machine must be frozen or stopped.
   */
  copyDisk(target: string): Promise<void>
  /** Ends all processes and removes the disk. Never fails for being called again. */
  kill(): Promise<void>
}

export interface MachineHostOptions {
  /** Directory for everything the host writes. Default: the system's directory for temporary files, or another that can hold machines. */
  readonly root?: string | undefined
  /** Begins the names of the host's directories and control groups; hosts with other prefixes are left alone. Default `caisson-machines`. */
  readonly prefix?: string | undefined
  /** Insists on a backing; an error where it is not available. Default: the strongest that works. */
  readonly backing?: Backing | undefined
}

/**
 * `namespaces`: a private Linux machine. `bubblewrap`: private processes and directories, one user, a read-only system, no sudo.
 * `directory`: plain processes of the host and a directory.
 */
export type Backing = 'namespaces' | 'bubblewrap' | 'directory'

/** Makes machines, and removes what they leave. */
export interface MachineHost {
  readonly backing: Backing
  /** What the probes found. */
  describe(): HostDescription
  create(options: MachineOptions): Promise<Machine>
  /** Machines that are not gone. */
  machines(): readonly Machine[]
  /** Ends all machines and removes everything the host made. */
  close(): Promise<void>
}
