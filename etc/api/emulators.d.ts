// @caisson/emulators: the public interface. Written by `npm run api -- --update`.

type Backing = 'namespaces' | 'bubblewrap' | 'directory';
interface HostDescription {
    readonly backing: Backing;
    readonly rejected: readonly RejectedBacking[];
    readonly directory: string;
    readonly freezer: 'cgroup2' | 'cgroup1' | 'signals';
    readonly memoryLimits: 'cgroup2' | 'cgroup1' | 'none';
    readonly pidsLimits: 'cgroup2' | 'cgroup1' | 'none';
    readonly fuse: boolean;
    readonly sudo: boolean;
    readonly privateNetwork: boolean;
    readonly sweptHosts: number;
    readonly summary: string;
}
interface Machine {
    readonly id: string;
    readonly state: MachineState;
    readonly initPid: number | undefined;
    readonly socketPath: string;
    readonly rootDirectory: string | undefined;
    readonly exited: Promise<MachineExit>;
    log(): string;
    freeze(): Promise<void>;
    thaw(): Promise<void>;
    stopKeepingDisk(): Promise<void>;
    restart(changes?: Pick<Partial<MachineOptions>, 'daemon' | 'env'>): Promise<void>;
    copyDisk(target: string): Promise<void>;
    kill(): Promise<void>;
}
interface MachineDaemon {
    readonly file: string;
    readonly arguments?: readonly string[] | undefined;
    readonly nodeArguments?: readonly string[] | undefined;
    readonly env?: Readonly<Record<string, string | undefined>> | undefined;
    readonly startTimeoutMs?: number | undefined;
}
declare class MachineError extends Error {
    readonly name = "MachineError";
    readonly code: MachineErrorCode;
    constructor(code: MachineErrorCode, message: string, options?: ErrorOptions);
}
type MachineErrorCode = 'INVALID_OPTION' | 'BACKING_UNAVAILABLE' | 'START_FAILED' | 'WRONG_STATE' | 'UNSUPPORTED' | 'FREEZE_FAILED' | 'COPY_FAILED' | 'CLEANUP_FAILED';
interface MachineExit {
    readonly reason: 'daemon' | 'stopped' | 'killed';
    readonly exitCode?: number | undefined;
    readonly log: string;
}
interface MachineHost {
    readonly backing: Backing;
    describe(): HostDescription;
    create(options: MachineOptions): Promise<Machine>;
    machines(): readonly Machine[];
    close(): Promise<void>;
}
interface MachineHostOptions {
    readonly root?: string | undefined;
    readonly prefix?: string | undefined;
    readonly backing?: Backing | undefined;
}
interface MachineOptions {
    readonly id: string;
    readonly user: MachineUser;
    readonly daemon: MachineDaemon;
    readonly layers?: readonly string[] | undefined;
    readonly env?: Readonly<Record<string, string | undefined>> | undefined;
    readonly hostname?: string | undefined;
    readonly memoryLimitBytes?: number | undefined;
    readonly pidsLimit?: number | undefined;
    readonly network?: 'host' | 'private' | undefined;
    readonly shared?: readonly SharedPath[] | undefined;
}
type MachineState = 'running' | 'frozen' | 'stopped' | 'gone';
interface MachineUser {
    readonly name: string;
    readonly uid: number;
    readonly gid: number;
}
interface RejectedBacking {
    readonly backing: Backing;
    readonly reason: string;
}
interface SharedPath {
    readonly source: string;
    readonly target: string;
    readonly readOnly?: boolean | undefined;
}
declare function openMachineHost(options?: MachineHostOptions): Promise<MachineHost>;

export {
  Backing,
  HostDescription,
  Machine,
  MachineDaemon,
  MachineError,
  MachineErrorCode,
  MachineExit,
  MachineHost,
  MachineHostOptions,
  MachineOptions,
  MachineState,
  MachineUser,
  RejectedBacking,
  SharedPath,
  openMachineHost,
}
