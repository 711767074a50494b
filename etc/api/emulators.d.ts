// @caisson/emulators: the public interface. Written by `npm run api -- --update`.
import type { OutgoingHttpHeaders } from 'node:http'

type Backing = 'namespaces' | 'bubblewrap' | 'directory';
interface BuildFault {
    readonly at?: BuildPlace | undefined;
    readonly delayMs?: number | undefined;
    readonly stall?: boolean | undefined;
    readonly fail?: string | boolean | undefined;
    readonly times?: number | undefined;
}
type BuildPlace = 'base' | 'finalize' | number;
interface DaytonaBuildFault extends BuildFault {
    readonly snapshot?: string | undefined;
}
interface DaytonaBuildFaults {
    nextBuild(fault: DaytonaBuildFault): Fault;
    holdBuilds(snapshot?: string): () => void;
    deactivateSnapshot(idOrName: string): void;
}
interface DaytonaDescription {
    readonly summary: string;
    readonly url: string;
    readonly machines: HostDescription;
    readonly network: string;
}
interface DaytonaEmulator {
    readonly url: string;
    readonly apiUrl: string;
    readonly env: Readonly<Record<'DAYTONA_API_KEY' | 'DAYTONA_API_URL' | 'DAYTONA_TARGET', string>>;
    readonly journal: Journal;
    readonly faults: DaytonaFaults;
    describe(): DaytonaDescription;
    reset(): Promise<void>;
    close(): Promise<void>;
}
interface DaytonaEmulatorOptions {
    readonly port?: number | undefined;
    readonly host?: string | undefined;
    readonly allowRemote?: boolean | undefined;
    readonly latencyMs?: number | undefined;
    readonly root?: string | undefined;
    readonly backing?: Backing | undefined;
    readonly ownNetworks?: boolean | undefined;
    readonly apiKeys?: readonly string[] | undefined;
    readonly snapshots?: readonly string[] | undefined;
    readonly trustedCertificates?: readonly string[] | undefined;
    readonly transitionMs?: number | undefined;
    readonly answerHoldMs?: number | undefined;
    readonly minuteMs?: number | undefined;
}
interface DaytonaFaults extends DaytonaBuildFaults {
    next(route: RoutePattern, options: FaultOptions): Fault;
    kill(sandboxId: string): Promise<void>;
    stop(sandboxId: string): Promise<void>;
    archive(sandboxId: string): Promise<void>;
    fail(sandboxId: string, reason: string, options?: {
        readonly recoverable?: boolean | undefined;
    }): Promise<void>;
    limitSandboxes(count: number | undefined): void;
    exceedQuota(times?: number): Fault;
    rateLimit(route: RoutePattern, options?: RateLimitOptions): Fault;
    holdTransitions(): () => void;
    clear(): void;
}
interface E2BBuildFault extends BuildFault {
    readonly template?: string | undefined;
}
interface E2BBuildFaults {
    nextBuild(fault: E2BBuildFault): Fault;
    holdBuilds(template?: string): () => void;
    leaveBuild(ref: string, options?: {
        readonly ageMs?: number | undefined;
    }): E2BLeftBuild;
    limitBuilds(count: number | undefined): void;
    lagTemplates(ms: number | undefined): void;
}
interface E2BDescription {
    readonly summary: string;
    readonly url: string;
    readonly machines: HostDescription;
}
interface E2BEmulator {
    readonly url: string;
    readonly env: Readonly<Record<string, string>>;
    readonly ca: string | undefined;
    readonly journal: Journal;
    readonly faults: E2BFaults;
    describe(): E2BDescription;
    reset(): Promise<void>;
    close(): Promise<void>;
}
interface E2BEmulatorOptions {
    readonly port?: number | undefined;
    readonly host?: string | undefined;
    readonly allowRemote?: boolean | undefined;
    readonly tls?: boolean | undefined;
    readonly domain?: string | undefined;
    readonly latencyMs?: number | undefined;
    readonly root?: string | undefined;
    readonly backing?: Backing | undefined;
    readonly ownNetworks?: boolean | undefined;
    readonly apiKeys?: readonly string[] | undefined;
    readonly templates?: readonly string[] | undefined;
    readonly teams?: readonly E2BTeam[] | undefined;
    readonly foreignTemplates?: readonly (string | E2BTeamTemplate)[] | undefined;
    readonly templateNames?: E2BNames | undefined;
    readonly templateLagMs?: number | undefined;
    readonly trustedCertificates?: readonly string[] | undefined;
}
interface E2BFaults extends E2BBuildFaults {
    next(route: RoutePattern, options: FaultOptions): Fault;
    kill(sandboxId: string): Promise<void>;
    pause(sandboxId: string, options?: {
        readonly keepMemory?: boolean | undefined;
    }): Promise<void>;
    expire(sandboxId: string): Promise<void>;
    limitSandboxes(count: number | undefined): void;
    exceedQuota(times?: number): Fault;
    rateLimit(route: RoutePattern, options?: E2BRateLimit): Fault;
    clear(): void;
}
interface E2BLeftBuild {
    readonly templateId: string;
    readonly buildId: string;
}
type E2BNames = 'ownToTeams' | 'shared';
interface E2BRateLimit {
    readonly retryAfterSeconds?: number | undefined;
    readonly times?: number | undefined;
}
interface E2BTeam {
    readonly name: string;
    readonly apiKeys: readonly string[];
    readonly templates?: readonly (string | E2BTeamTemplate)[] | undefined;
}
interface E2BTeamTemplate {
    readonly name: string;
    readonly isPublic?: boolean | undefined;
    readonly isPromoted?: boolean | undefined;
}
declare class EmulatorError extends Error {
    readonly name = "EmulatorError";
    readonly code: EmulatorErrorCode;
    constructor(code: EmulatorErrorCode, message: string, options?: ErrorOptions);
}
type EmulatorErrorCode = 'INVALID_OPTION' | 'NOT_LOOPBACK' | 'LISTEN_FAILED' | 'UNKNOWN_SANDBOX' | 'UNKNOWN_SNAPSHOT';
type ExecCut = 'beforeOpen' | 'afterOpen' | 'afterInit' | 'afterFirstByte' | 'beforeExit' | {
    readonly afterBytes: number;
};
interface Fault {
    readonly hits: number;
    readonly remaining: number;
    cancel(): void;
}
interface FaultEffect {
    readonly status?: number | undefined;
    readonly body?: unknown;
    readonly headers?: OutgoingHttpHeaders | undefined;
    readonly latencyMs?: number | undefined;
    readonly stall?: boolean | undefined;
    readonly resetConnection?: boolean | undefined;
    readonly loseResponse?: boolean | undefined;
    readonly cutAfterBytes?: number | undefined;
    readonly cutAfterFirstEvent?: boolean | undefined;
    readonly cutOnOpen?: boolean | undefined;
    readonly cutBeforeEnd?: boolean | undefined;
}
type FaultOptions = FaultEffect & FaultScope;
interface FaultScope {
    readonly times?: number | undefined;
    readonly sandboxId?: string | undefined;
}
interface GCSAccount {
    readonly key: ServiceAccountKey;
    readonly readOnly?: boolean | undefined;
    readonly buckets?: readonly string[] | undefined;
    readonly prefixes?: readonly string[] | undefined;
}
interface GCSBucketOptions {
    readonly name: string;
    readonly public?: boolean | undefined;
    readonly location?: string | undefined;
}
interface GCSDescription {
    readonly summary: string;
    readonly url: string;
}
interface GCSEmulator {
    readonly url: string;
    readonly env: Readonly<Record<string, string>>;
    readonly keys: readonly ServiceAccountKey[];
    readonly journal: Journal;
    readonly faults: GCSFaults;
    describe(): GCSDescription;
    reset(): Promise<void>;
    close(): Promise<void>;
}
interface GCSEmulatorOptions {
    readonly port?: number | undefined;
    readonly host?: string | undefined;
    readonly allowRemote?: boolean | undefined;
    readonly latencyMs?: number | undefined;
    readonly root?: string | undefined;
    readonly buckets?: readonly (string | GCSBucketOptions)[] | undefined;
    readonly accounts?: readonly GCSAccount[] | undefined;
    readonly tokenLifetimeMs?: number | undefined;
    readonly pageSize?: number | undefined;
    readonly rewriteBytesPerCall?: number | undefined;
}
interface GCSFaults {
    next(route: RoutePattern, options: FaultOptions): Fault;
    cutUpload(afterBytes: number, times?: number): Fault;
    clear(): void;
}
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
    readonly networkFilter: boolean;
    readonly sweptHosts: number;
    readonly summary: string;
}
interface Journal {
    readonly last: number;
    entries(filter?: JournalFilter): readonly JournalEntry[];
    count(filter?: JournalFilter): number;
    routes(filter?: JournalFilter): Readonly<Record<string, number>>;
    unrouted(): readonly JournalEntry[];
    classify(route: string, kind: RequestKind): void;
    subscribe(listener: (entry: JournalEntry) => void): () => void;
    clear(): void;
}
interface JournalEntry {
    readonly number: number;
    readonly at: Date;
    readonly method: string;
    readonly route: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly kind: RequestKind;
    readonly sandboxId?: string | undefined;
    readonly routed: boolean;
    readonly status?: number | undefined;
    readonly outcome: RequestOutcome;
    readonly durationMs?: number | undefined;
    readonly fault?: string | undefined;
}
interface JournalFilter {
    readonly route?: string | undefined;
    readonly sandboxId?: string | undefined;
    readonly kind?: RequestKind | undefined;
    readonly status?: number | undefined;
    readonly routed?: boolean | undefined;
    readonly after?: number | undefined;
}
interface Machine {
    readonly id: string;
    readonly state: MachineState;
    readonly initPid: number | undefined;
    readonly socketPath: string;
    readonly address: string | undefined;
    readonly rootDirectory: string | undefined;
    readonly exited: Promise<MachineExit>;
    log(): string;
    freeze(): Promise<void>;
    thaw(): Promise<void>;
    stopKeepingDisk(): Promise<void>;
    restart(changes?: Pick<Partial<MachineOptions>, 'daemon' | 'env' | 'network'>): Promise<void>;
    setNetwork(network: 'cut' | 'host'): Promise<void>;
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
type MachineNetwork = 'cut' | 'host' | 'private';
interface MachineOptions {
    readonly id: string;
    readonly user: MachineUser;
    readonly daemon: MachineDaemon;
    readonly layers?: readonly string[] | undefined;
    readonly env?: Readonly<Record<string, string | undefined>> | undefined;
    readonly hostname?: string | undefined;
    readonly memoryLimitBytes?: number | undefined;
    readonly pidsLimit?: number | undefined;
    readonly network?: MachineNetwork | undefined;
    readonly networkGroup?: string | undefined;
    readonly shared?: readonly SharedPath[] | undefined;
}
type MachineState = 'running' | 'frozen' | 'stopped' | 'gone';
interface MachineUser {
    readonly name: string;
    readonly uid: number;
    readonly gid: number;
}
interface PlatformDescription {
    readonly summary: string;
    readonly url: string;
    readonly machines: HostDescription;
    readonly network: string;
    readonly missingPrograms: readonly string[];
}
interface PlatformEmulator {
    readonly url: string;
    readonly env: Readonly<Record<VariableName, string>>;
    readonly journal: Journal;
    readonly faults: PlatformFaults;
    describe(): PlatformDescription;
    reset(): Promise<void>;
    close(): Promise<void>;
}
interface PlatformEmulatorOptions {
    readonly port?: number | undefined;
    readonly host?: string | undefined;
    readonly allowRemote?: boolean | undefined;
    readonly latencyMs?: number | undefined;
    readonly root?: string | undefined;
    readonly backing?: Backing | undefined;
    readonly trustedCertificates?: readonly string[] | undefined;
    readonly accessTokens?: readonly string[] | undefined;
    readonly projectId?: string | undefined;
    readonly environmentId?: string | undefined;
    readonly buckets?: readonly string[] | undefined;
    readonly pageSize?: number | undefined;
    readonly features?: readonly string[] | undefined;
    readonly durableSessions?: boolean | undefined;
    readonly leaseTtlMs?: number | null | undefined;
    readonly destroyedKeptMs?: number | undefined;
    readonly checkpointIntervalMs?: number | undefined;
    readonly idleTimeoutMinutes?: number | undefined;
    readonly minuteMs?: number | undefined;
}
interface PlatformFaults {
    next(route: RoutePattern, options: FaultOptions): Fault;
    cutExec(when: ExecCut, scope?: FaultScope): Fault;
    loseResponse(route: RoutePattern, scope?: FaultScope): Fault;
    kill(sandboxId: string): Promise<void>;
    expire(sandboxId: string): Promise<void>;
    expireLeases(): void;
    dropSessions(sandboxId: string): Promise<void>;
    limitSandboxes(count: number | undefined): void;
    exceedQuota(times?: number): Fault;
    rateLimit(route: RoutePattern, options?: PlatformRateLimit): Fault;
    holdTemplates(): () => void;
    clear(): void;
}
interface PlatformRateLimit {
    readonly retryAfterSeconds?: number | undefined;
    readonly times?: number | undefined;
}
interface RateLimitOptions {
    readonly retryAfterSeconds?: number | undefined;
    readonly times?: number | undefined;
}
interface RejectedBacking {
    readonly backing: Backing;
    readonly reason: string;
}
type RequestKind = 'call' | 'poll' | 'background';
type RequestOutcome = 'open' | 'answered' | 'cut' | 'dropped';
type RoutePattern = string | readonly string[];
interface S3AccountOptions {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string | undefined;
    readonly expiresAt?: Date | undefined;
    readonly buckets?: readonly string[] | undefined;
    readonly prefixes?: readonly string[] | undefined;
    readonly listAll?: boolean | undefined;
    readonly readOnly?: boolean | undefined;
}
interface S3BucketOptions {
    readonly name: string;
    readonly region?: string | undefined;
    readonly publicRead?: boolean | undefined;
}
interface S3Description {
    readonly summary: string;
    readonly url: string;
    readonly region: string;
    readonly buckets: readonly string[];
}
interface S3Emulator {
    readonly url: string;
    readonly env: Readonly<Record<string, string>>;
    readonly journal: Journal;
    readonly faults: S3Faults;
    describe(): S3Description;
    reset(): Promise<void>;
    close(): Promise<void>;
}
interface S3EmulatorOptions {
    readonly port?: number | undefined;
    readonly host?: string | undefined;
    readonly allowRemote?: boolean | undefined;
    readonly latencyMs?: number | undefined;
    readonly root?: string | undefined;
    readonly region?: string | undefined;
    readonly buckets?: readonly (string | S3BucketOptions)[] | undefined;
    readonly accounts?: readonly S3AccountOptions[] | undefined;
    readonly hostSuffixes?: readonly string[] | undefined;
    readonly pageSize?: number | undefined;
    readonly largestCopyBytes?: number | undefined;
    readonly largestPutBytes?: number | undefined;
    readonly smallestPartBytes?: number | undefined;
}
interface S3Faults {
    next(route: RoutePattern, options: FaultOptions): Fault;
    denyKey(bucket: string, key: string): () => void;
    expireToken(accessKeyId: string): void;
    clear(): void;
}
interface ServiceAccountKey {
    readonly type: 'service_account';
    readonly project_id: string;
    readonly private_key_id: string;
    readonly private_key: string;
    readonly client_email: string;
    readonly client_id: string;
    readonly auth_uri: string;
    readonly token_uri: string;
    readonly auth_provider_x509_cert_url: string;
    readonly client_x509_cert_url: string;
    readonly universe_domain: string;
}
interface ServiceAccountKeyOptions {
    readonly name?: string | undefined;
    readonly projectId?: string | undefined;
    readonly tokenUri?: string | undefined;
}
interface SharedPath {
    readonly source: string;
    readonly target: string;
    readonly readOnly?: boolean | undefined;
}
type VariableName = 'MASTRA_ENVIRONMENT_ID' | 'MASTRA_PLATFORM_ACCESS_TOKEN' | 'MASTRA_PLATFORM_BUCKET_NAME' | 'MASTRA_PROJECT_ID' | 'MASTRA_WORKSPACE_PROXY_URL';
declare function createServiceAccountKey(options?: ServiceAccountKeyOptions): Promise<ServiceAccountKey>;
declare function openMachineHost(options?: MachineHostOptions): Promise<MachineHost>;
declare function startDaytonaEmulator(options?: DaytonaEmulatorOptions): Promise<DaytonaEmulator>;
declare function startE2BEmulator(options?: E2BEmulatorOptions): Promise<E2BEmulator>;
declare function startGCSEmulator(options?: GCSEmulatorOptions): Promise<GCSEmulator>;
declare function startPlatformEmulator(options?: PlatformEmulatorOptions): Promise<PlatformEmulator>;
declare function startS3Emulator(options?: S3EmulatorOptions): Promise<S3Emulator>;

export {
  Backing,
  DaytonaBuildFault,
  DaytonaBuildFaults,
  DaytonaDescription,
  DaytonaEmulator,
  DaytonaEmulatorOptions,
  DaytonaFaults,
  E2BBuildFault,
  E2BBuildFaults,
  E2BDescription,
  E2BEmulator,
  E2BEmulatorOptions,
  E2BFaults,
  E2BLeftBuild,
  E2BNames,
  E2BRateLimit,
  E2BTeam,
  E2BTeamTemplate,
  EmulatorError,
  EmulatorErrorCode,
  ExecCut,
  Fault,
  FaultEffect,
  FaultOptions,
  FaultScope,
  GCSAccount,
  GCSBucketOptions,
  GCSDescription,
  GCSEmulator,
  GCSEmulatorOptions,
  GCSFaults,
  HostDescription,
  Journal,
  JournalEntry,
  JournalFilter,
  Machine,
  MachineDaemon,
  MachineError,
  MachineErrorCode,
  MachineExit,
  MachineHost,
  MachineHostOptions,
  MachineNetwork,
  MachineOptions,
  MachineState,
  MachineUser,
  PlatformDescription,
  PlatformEmulator,
  PlatformEmulatorOptions,
  PlatformFaults,
  PlatformRateLimit,
  RateLimitOptions,
  RejectedBacking,
  RequestKind,
  RequestOutcome,
  RoutePattern,
  S3AccountOptions,
  S3BucketOptions,
  S3Description,
  S3Emulator,
  S3EmulatorOptions,
  S3Faults,
  ServiceAccountKey,
  ServiceAccountKeyOptions,
  SharedPath,
  createServiceAccountKey,
  openMachineHost,
  startDaytonaEmulator,
  startE2BEmulator,
  startGCSEmulator,
  startPlatformEmulator,
  startS3Emulator,
}

// Reachable but not exported:
//   BuildFault
//   BuildPlace
//   VariableName
