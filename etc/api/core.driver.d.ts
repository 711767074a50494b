// @caisson/core/driver: the public interface. Written by `npm run api -- --update`.
import type { Readable } from 'node:stream'
import type { Writable } from 'node:stream'

interface AbortOptions {
    abortSignal?: AbortSignal | undefined;
}
interface AcquireRequest {
    readonly id: string;
    readonly sandboxId?: string | undefined;
    readonly env: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
}
declare abstract class BaseFilesystem {
    #private;
    abstract readonly id: string;
    abstract readonly name: string;
    abstract readonly provider: string;
    status: ProviderStatus;
    error: string | undefined;
    protected logger: Logger;
    constructor(options?: BaseFilesystemOptions);
    init(): Promise<void>;
    destroy(): Promise<void>;
    isReady(): boolean;
    _init(): Promise<void>;
    _destroy(): Promise<void>;
    __setLogger(logger: Logger): void;
    isTextFile(name: string): boolean;
    protected ensureReady(): Promise<void>;
    protected performInit(): Promise<void>;
    protected performDestroy(): Promise<void>;
}
interface BaseFilesystemOptions {
    onInit?: FilesystemLifecycleHook | undefined;
    onDestroy?: FilesystemLifecycleHook | undefined;
    textExtensions?: string[] | undefined;
}
declare class BaseSandbox<Handle> implements WorkspaceSandbox {
    #private;
    readonly id: string;
    readonly name: string;
    readonly provider: string;
    readonly supports: SandboxSupports;
    constructor(config: BaseSandboxConfig<Handle>);
    get status(): ProviderStatus;
    get error(): string | undefined;
    get processes(): SandboxProcessManager;
    get mounts(): MountManager | undefined;
    get filesystem(): WorkspaceFilesystem | undefined;
    get networking(): SandboxNetworking | undefined;
    get workingDirectory(): string | undefined;
    get supportsCheckpoints(): boolean;
    start(options?: StartOptions): Promise<StartResult>;
    stop(): Promise<void>;
    destroy(): Promise<void>;
    _start(options?: StartOptions): Promise<StartResult>;
    _stop(): Promise<void>;
    _destroy(): Promise<void>;
    ensureRunning(options?: AbortOptions): Promise<void>;
    isReady(): boolean;
    executeCommand(command: string, args?: string[], options?: ExecuteCommandOptions): Promise<CommandResult>;
    setEnv(update: (env: Environment) => Environment): void;
    getEnv(): Environment;
    setOnStart(update: (previous: SandboxStartHook | undefined) => SandboxStartHook): void;
    snapshot(): Promise<void>;
    writeFiles(files: SandboxFileInput[], options?: AbortOptions): Promise<void>;
    mount(filesystem: WorkspaceFilesystem, mountPath: string, options?: MountOptions): Promise<MountResult>;
    unmount(mountPath: string, options?: MountOptions): Promise<void>;
    getInfo(): Promise<SandboxInfo>;
    getInstructions(options?: RequestScope): string;
    __setLogger(logger: Logger): void;
    protected useMachine<T>(operation: string, call: (handle: Handle) => Promise<T>): Promise<T>;
    [Symbol.asyncDispose](): Promise<void>;
}
interface BaseSandboxConfig<Handle> {
    readonly name: string;
    readonly id: string;
    readonly driver: SandboxDriver<Handle>;
    readonly options: SandboxOptions;
    readonly sandboxId?: string | undefined;
    readonly defaultTimeoutMs?: number | undefined;
    readonly processManager?: typeof ProcessManager<Handle> | undefined;
    readonly describe: () => string;
}
interface CommandOptions {
    timeout?: number | undefined;
    env?: Environment | undefined;
    cwd?: string | undefined;
    onStdout?: OutputListener | undefined;
    onStderr?: OutputListener | undefined;
    abortSignal?: AbortSignal | undefined;
    maxRetainedBytes?: number | undefined;
}
interface CommandResult {
    success: boolean;
    exitCode: number;
    stdout: string;
    stderr: string;
    executionTimeMs: number;
    timedOut?: boolean;
    killed?: boolean;
    signal?: string;
    stdoutTruncated?: boolean;
    stderrTruncated?: boolean;
    stdoutDroppedBytes?: number;
    stderrDroppedBytes?: number;
    command?: string;
    args?: string[];
}
interface CopyOptions extends AbortOptions {
    overwrite?: boolean | undefined;
    recursive?: boolean | undefined;
}
interface DeleteFileOptions extends AbortOptions {
    recursive?: boolean | undefined;
    force?: boolean | undefined;
}
interface DriverRunOptions {
    readonly cwd?: string | undefined;
    readonly env?: Readonly<Record<string, string>> | undefined;
    readonly stdin?: string | Uint8Array | undefined;
    readonly timeoutMs?: number | undefined;
    readonly signal?: AbortSignal | undefined;
}
interface DriverRunResult {
    readonly exitCode: number;
    readonly stdout: Uint8Array;
    readonly stderr: Uint8Array;
}
interface DriverSpawnOptions {
    readonly cwd?: string | undefined;
    readonly env: Readonly<Record<string, string>>;
    readonly stdin: 'pipe' | 'ignore';
    readonly channel: boolean;
    readonly timeoutMs?: number | undefined;
    readonly signal?: AbortSignal | undefined;
    readonly live?: boolean | undefined;
    readonly foreground?: boolean | undefined;
}
type Environment = Record<string, string | undefined>;
interface ErrorFacts {
    readonly code: SandboxErrorCode;
    readonly retry?: RetryFact | undefined;
    readonly retryAfterMs?: number | undefined;
    readonly suspect?: boolean | undefined;
    readonly message?: string | undefined;
    readonly isPublic?: boolean | undefined;
}
interface ExecuteCommandOptions extends CommandOptions {
}
type FileContent = string | Uint8Array;
type FileEncoding = 'utf-8' | 'utf8' | 'base64' | 'hex' | 'latin1' | 'binary' | 'ascii' | 'utf16le';
interface FileEntry {
    name: string;
    type: 'file' | 'directory';
    size?: number;
    isSymlink?: boolean;
    symlinkTarget?: string;
    mount?: {
        provider: string;
        icon?: FilesystemIcon | undefined;
        displayName?: string | undefined;
        description?: string | undefined;
        status?: ProviderStatus | undefined;
        error?: string | undefined;
    };
}
interface FileStat {
    name: string;
    path: string;
    type: 'file' | 'directory';
    size: number;
    createdAt: Date;
    modifiedAt: Date;
    mimeType?: string;
    mode?: number;
}
interface FilesystemGrepMatch {
    line: number;
    column: number;
    text: string;
    before?: string[];
    after?: string[];
}
interface FilesystemGrepOptions extends AbortOptions {
    pattern: string;
    path: string;
    caseSensitive?: boolean | undefined;
    includeHidden?: boolean | undefined;
    maxCountPerFile?: number | undefined;
    maxTotalMatches?: number | undefined;
    contextLines?: number | undefined;
}
interface FilesystemGrepResult {
    path: string;
    matches: FilesystemGrepMatch[];
}
type FilesystemIcon = 's3' | 'aws-s3' | 'gcs' | 'google-cloud' | 'google-cloud-storage' | 'r2' | 'cloudflare' | 'cloudflare-r2' | 'azure' | 'azure-blob' | 'minio' | 'local' | 'folder' | 'database' | 'hard-drive' | 'cloud' | (string & Record<never, never>);
interface FilesystemInfo {
    id: string;
    name: string;
    provider: string;
    status?: ProviderStatus;
    error?: string;
    readOnly?: boolean;
    icon?: FilesystemIcon;
    metadata?: Record<string, unknown>;
}
type FilesystemLifecycleHook = (args: {
    filesystem: WorkspaceFilesystem;
}) => void | Promise<void>;
interface FilesystemMountConfig {
    type: string;
    [field: string]: unknown;
}
interface HandleAccess<Handle> {
    use<T>(operation: string, call: (handle: Handle) => Promise<T>, signal?: AbortSignal): Promise<T>;
    translate(operation: string, handle: Handle, error: unknown): Promise<Error>;
}
type InstructionsOption = string | ((options: {
    defaultInstructions: string;
    requestContext?: RequestContext | undefined;
}) => string);
declare class KeyedLock {
    #private;
    run<T>(key: string, step: () => Promise<T>): Promise<T>;
}
interface ListedProcess {
    readonly pid: string;
    readonly command?: string | undefined;
    readonly running: boolean;
    readonly exitCode?: number | undefined;
}
interface Logger {
    debug(message: string, ...details: unknown[]): void;
    info(message: string, ...details: unknown[]): void;
    warn(message: string, ...details: unknown[]): void;
    error(message: string, ...details: unknown[]): void;
}
type MachineState = 'running' | 'paused' | 'stopped';
interface MkdirOptions extends AbortOptions {
    recursive?: boolean | undefined;
}
interface MountEntry {
    readonly filesystem: WorkspaceFilesystem;
    readonly state: MountState;
    readonly error?: string | undefined;
    readonly config?: FilesystemMountConfig | undefined;
    readonly configHash?: string | undefined;
}
interface MountHookArgs {
    filesystem: WorkspaceFilesystem;
    mountPath: string;
    config: FilesystemMountConfig | undefined;
    sandbox: WorkspaceSandbox;
    workspace: unknown;
}
interface MountHost<Handle = unknown> {
    readonly handle: Handle;
    readonly provider: string;
    readonly sandboxId: string;
    readonly logger: Logger;
    readonly wanted?: readonly string[] | undefined;
    run(command: ShellCommand, options?: DriverRunOptions): Promise<DriverRunResult>;
}
interface MountManager {
    readonly entries: ReadonlyMap<string, MountEntry>;
    setContext(context: {
        sandbox?: WorkspaceSandbox | undefined;
        workspace?: unknown;
    }): void;
    setOnMount(hook: OnMountHook | undefined): void;
    add(mounts: Record<string, WorkspaceFilesystem>): void;
    get(mountPath: string): MountEntry | undefined;
    has(mountPath: string): boolean;
    delete(mountPath: string): boolean;
    clear(): void;
    processPending(): Promise<void>;
}
interface MountOptions extends AbortOptions {
    timeoutMs?: number | undefined;
}
interface MountProfile {
    readonly elevation: 'sudo' | 'never';
    readonly secretsBy: 'stdin' | 'environment';
    readonly mayInstall: boolean;
    readonly visibleTo: 'everyone' | 'owner';
    readonly installHint: string;
    readonly networkHint?: string | undefined;
}
interface MountRequest {
    readonly filesystem: WorkspaceFilesystem;
    readonly mountPath: string;
    readonly config: FilesystemMountConfig;
    readonly configHash: string;
    readonly refresh?: boolean | undefined;
}
interface MountResult {
    success: boolean;
    mountPath: string;
    error?: string | undefined;
    unavailable?: boolean | undefined;
}
type MountState = 'pending' | 'mounting' | 'mounted' | 'error' | 'unsupported' | 'unavailable';
interface MountableFilesystem extends WorkspaceFilesystem {
    createMounter(profile: MountProfile): Mounter;
}
interface Mounter<Handle = unknown> {
    readonly outlivesMachine: boolean;
    mount(host: MountHost<Handle>, requests: readonly MountRequest[], signal: AbortSignal): Promise<readonly MounterResult[]>;
    unmount(host: MountHost<Handle>, mountPaths: readonly string[], signal: AbortSignal): Promise<readonly MounterResult[]>;
}
interface MounterResult extends MountResult {
    readonly unsupported?: boolean | undefined;
    readonly busy?: boolean | undefined;
    readonly expiresAtMs?: number | undefined;
}
type OnMountHook = (args: MountHookArgs) => false | {
    success: boolean;
    error?: string | undefined;
} | void | Promise<false | {
    success: boolean;
    error?: string | undefined;
} | void>;
type OperationOptions = Partial<Record<(typeof switches)[number], boolean | undefined>> & {
    abortSignal?: AbortSignal | undefined;
};
interface OptionRule {
    readonly expected: string;
    readonly check: (value: unknown) => boolean;
    readonly secret?: boolean;
}
interface OutputChunk {
    readonly stream: 'stdout' | 'stderr';
    readonly data: Uint8Array;
}
type OutputListener = (data: string) => void | Promise<void>;
interface OutputSink {
    stdout(chunk: Uint8Array): void | Promise<void>;
    stderr(chunk: Uint8Array): void | Promise<void>;
}
interface ProcessChannel {
    send(data: string | Uint8Array): Promise<void>;
    onData(listener: (data: Uint8Array) => void): void;
    close(): void;
}
interface ProcessExit {
    readonly exitCode?: number | undefined;
    readonly signal?: string | undefined;
}
interface ProcessHandle {
    readonly pid: string;
    readonly command?: string | undefined;
    readonly exitCode: number | undefined;
    readonly signal: string | undefined;
    readonly stdout: string;
    readonly stderr: string;
    readonly stdoutBytes: Uint8Array;
    readonly stderrBytes: Uint8Array;
    readonly stdoutTruncated: boolean;
    readonly stderrTruncated: boolean;
    readonly stdoutDroppedBytes: number;
    readonly stderrDroppedBytes: number;
    wait(options?: WaitOptions): Promise<CommandResult>;
    kill(): Promise<boolean>;
    sendStdin(data: string | Uint8Array): Promise<void>;
    closeStdin(): Promise<void>;
    readonly reader: Readable;
    readonly writer: Writable;
    output(): AsyncIterableIterator<OutputChunk>;
    readonly channel?: ProcessChannel | undefined;
}
interface ProcessInfo {
    pid: string;
    command?: string;
    running: boolean;
    exitCode?: number;
    startedAt?: Date;
    cwd?: string;
}
declare class ProcessManager<Handle> implements SandboxProcessManager {
    #private;
    constructor(config: ProcessManagerConfig<Handle>);
    spawn(command: string, options?: SpawnProcessOptions): Promise<ProcessHandle>;
    execute(command: string, args: readonly string[] | undefined, options?: ExecuteCommandOptions): Promise<CommandResult>;
    list(): Promise<ProcessInfo[]>;
    get(pid: string): Promise<ProcessHandle | undefined>;
    kill(pid: string): Promise<boolean>;
    release(pid: string): void;
    expectEnd(isExpected: boolean): void;
    abandonAll(isOurs: boolean): void;
}
interface ProcessManagerConfig<Handle> {
    readonly access: HandleAccess<Handle>;
    readonly driver: SandboxDriver<Handle>;
    readonly logger: () => Logger;
    readonly killGraceMs: number;
    readonly defaultTimeoutMs: number | undefined;
    readonly environment: (perCall: Environment | undefined) => Record<string, string>;
    readonly workingDirectory: () => string | undefined;
}
type ProviderStatus = 'pending' | 'initializing' | 'ready' | 'starting' | 'running' | 'stopping' | 'stopped' | 'destroying' | 'destroyed' | 'error';
interface ReadFileOptions extends AbortOptions {
    encoding?: FileEncoding | undefined;
}
interface ReadStreamOptions extends AbortOptions {
    start?: number | undefined;
    end?: number | undefined;
}
interface ReaddirOptions extends AbortOptions {
    recursive?: boolean | undefined;
    extension?: string | string[] | undefined;
    maxDepth?: number | undefined;
}
interface RemoteProcess {
    readonly pid: string;
    readonly command?: string | undefined;
    readonly started?: Promise<void> | undefined;
    wait(): Promise<ProcessExit>;
    kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<boolean>;
    writeStdin?(data: Uint8Array): Promise<void>;
    closeStdin?(): Promise<void>;
    readonly channel?: ProcessChannel | undefined;
}
interface RequestContext {
    get(key: string): unknown;
    set(key: string, value: unknown): unknown;
    has(key: string): boolean;
}
interface RequestScope {
    requestContext?: RequestContext | undefined;
}
type RetryFact = 'safe' | 'ambiguous' | 'never';
interface RmdirOptions extends AbortOptions {
    recursive?: boolean | undefined;
    force?: boolean | undefined;
}
interface SandboxCloneOptions {
    id?: string | undefined;
    sandboxId?: string | undefined;
    env?: Record<string, string> | undefined;
    workingDirectory?: string | undefined;
    idleTimeoutMinutes?: number | undefined;
    checkpointName?: string | undefined;
    seedCheckpointName?: string | undefined;
    actingUserId?: string | undefined;
}
interface SandboxComputer {
    screenshot(): Promise<{
        data: Uint8Array;
        mediaType: 'image/png';
    }>;
    leftClick(x: number, y: number): Promise<void>;
    rightClick(x: number, y: number): Promise<void>;
    doubleClick(x: number, y: number): Promise<void>;
    moveMouse(x: number, y: number): Promise<void>;
    drag(from: {
        x: number;
        y: number;
    }, to: {
        x: number;
        y: number;
    }): Promise<void>;
    scroll(direction: 'up' | 'down', amount: number): Promise<void>;
    type(text: string): Promise<void>;
    press(key: string | string[]): Promise<void>;
    getScreenSize(): Promise<{
        width: number;
        height: number;
    }>;
    getCursorPosition(): Promise<{
        x: number;
        y: number;
    }>;
    streamUrl?(): string | null | Promise<string | null>;
}
interface SandboxDriver<Handle> {
    readonly provider: string;
    readonly supports: SandboxSupports;
    find(request: AcquireRequest): Promise<SandboxRef | undefined>;
    connect(ref: SandboxRef, request: AcquireRequest): Promise<Handle>;
    create(request: AcquireRequest): Promise<Handle>;
    describe(handle: Handle): SandboxRef;
    inspect(ref: SandboxRef, signal?: AbortSignal): Promise<MachineState | 'gone'>;
    stop(ref: SandboxRef, handle: Handle | undefined, signal: AbortSignal): Promise<void>;
    destroy(ref: SandboxRef, handle: Handle | undefined, signal: AbortSignal): Promise<void>;
    detach?(handle: Handle): void;
    spawn(handle: Handle, command: string, options: DriverSpawnOptions, output: OutputSink): Promise<RemoteProcess>;
    run?(handle: Handle, command: ShellCommand, options: DriverRunOptions): Promise<DriverRunResult>;
    attach?(handle: Handle, pid: string, output: OutputSink): Promise<RemoteProcess | undefined>;
    listProcesses?(handle: Handle): Promise<readonly ListedProcess[]>;
    filesystem?(handle: Handle): WorkspaceFilesystem;
    writeFiles?(handle: Handle, files: readonly SandboxFileInput[], signal: AbortSignal | undefined): Promise<void>;
    portUrl?(target: {
        ref: SandboxRef;
        handle: Handle | undefined;
    }, port: number): Promise<string | undefined>;
    snapshot?(handle: Handle | undefined): Promise<void>;
    readonly mounter?: Mounter<Handle> | undefined;
    readonly mountProfile?: MountProfile | undefined;
    adoptMounter?(mounter: Mounter): Mounter<Handle>;
    info?(target: {
        ref: SandboxRef;
        handle: Handle | undefined;
    } | undefined): Promise<Partial<SandboxInfo>> | Partial<SandboxInfo>;
    classifyError(error: unknown): ErrorFacts;
}
type SandboxErrorCode = 'INVALID_ARGUMENT' | 'UNAUTHENTICATED' | 'PERMISSION_DENIED' | 'NOT_FOUND' | 'CONFLICT' | 'NOT_READY' | 'INVALID_STATE' | 'GONE' | 'RATE_LIMITED' | 'QUOTA_EXCEEDED' | 'UNAVAILABLE' | 'TIMEOUT' | 'ABORTED' | 'UNSUPPORTED_FEATURE' | 'EXECUTION_FAILED' | 'ISOLATION_UNAVAILABLE' | 'MOUNT_ERROR' | 'MOUNT_NOT_SUPPORTED' | 'FILESYSTEM_NOT_MOUNTABLE' | 'INTERNAL' | 'UNKNOWN';
interface SandboxFileInput {
    path: string;
    content: string | Uint8Array;
    mode?: number | undefined;
}
interface SandboxInfo {
    id: string;
    name: string;
    provider: string;
    status: ProviderStatus;
    createdAt: Date;
    lastUsedAt?: Date;
    timeoutAt?: Date;
    mounts?: {
        path: string;
        filesystem: string;
    }[];
    resources?: {
        memoryMB?: number;
        memoryUsedMB?: number;
        cpuCores?: number;
        cpuPercent?: number;
        diskMB?: number;
        diskUsedMB?: number;
    };
    metadata?: Record<string, unknown>;
}
type SandboxLifecycleHook = (args: {
    sandbox: WorkspaceSandbox;
}) => void | Promise<void>;
interface SandboxNetworking {
    getPortUrl(port: number): Promise<string | null>;
}
interface SandboxOptions {
    id?: string | undefined;
    env?: Environment | undefined;
    workingDirectory?: string | undefined;
    instructions?: InstructionsOption | undefined;
    onStart?: SandboxStartHook | undefined;
    onStop?: SandboxLifecycleHook | undefined;
    onDestroy?: SandboxLifecycleHook | undefined;
    startTimeoutMs?: number | undefined;
    restartOnGone?: boolean | undefined;
    killGraceMs?: number | undefined;
    logger?: Logger | undefined;
}
interface SandboxProcessManager {
    spawn(command: string, options?: SpawnProcessOptions): Promise<ProcessHandle>;
    list(): Promise<ProcessInfo[]>;
    get(pid: string): Promise<ProcessHandle | undefined>;
    kill(pid: string): Promise<boolean>;
    release(pid: string): void;
}
interface SandboxRef {
    readonly sandboxId: string;
    readonly state: MachineState;
    readonly createdAt?: Date | undefined;
}
type SandboxStartHook = (args: {
    sandbox: WorkspaceSandbox;
    outcome?: StartOutcome | undefined;
}) => void | Promise<void>;
interface SandboxSupports {
    readonly stdin: boolean;
    readonly closeStdin: boolean;
    readonly streaming: boolean;
    readonly exactBytes: boolean;
    readonly backpressure: boolean;
    readonly channel: boolean;
    readonly killsEscapedSessions: boolean;
    readonly attach: boolean;
    readonly listsForeignProcesses: boolean;
    readonly ports: boolean;
    readonly filesystem: boolean;
    readonly fileModes: boolean;
    readonly checkpoints: boolean;
    readonly nativeMounts: readonly string[];
    readonly fuse: boolean;
    readonly sharesHostDisk: boolean;
    readonly detachedLifecycle: boolean;
    readonly findsById: boolean;
    readonly filesSurviveStop: boolean;
    readonly stopRemoves: boolean;
    readonly startAfterDestroy: boolean;
    readonly processesSurviveStop: boolean;
}
interface ShellCommand {
    readonly text: string;
    readonly kind: 'shell-command';
    toString(): string;
}
type ShellValue = string | number | ShellCommand | readonly ShellValue[];
interface SourceContext {
    readonly path: string;
    readonly operation: string;
    readonly signal?: AbortSignal | undefined;
}
interface SpawnProcessOptions extends CommandOptions {
    stdinMode?: 'pipe' | 'ignore' | undefined;
    originalInvocation?: {
        command: string;
        args: string[];
    } | undefined;
    channel?: boolean | undefined;
}
interface StartOptions {
    abortSignal?: AbortSignal | undefined;
}
type StartOutcome = 'created' | 'connected';
interface StartResult {
    readonly outcome: StartOutcome;
}
interface Timer {
    cancel(): void;
}
interface WaitOptions {
    onStdout?: OutputListener | undefined;
    onStderr?: OutputListener | undefined;
    abortSignal?: AbortSignal | undefined;
}
interface WalkEntry extends FileEntry {
    path: string;
}
interface WalkOptions extends AbortOptions {
    maxDepth?: number | undefined;
    includeHidden?: boolean | undefined;
}
interface WorkspaceFilesystem {
    readonly id: string;
    readonly name: string;
    readonly provider: string;
    status: ProviderStatus;
    error?: string | undefined;
    readonly readOnly?: boolean | undefined;
    readonly basePath?: string | undefined;
    readonly icon?: FilesystemIcon | undefined;
    readonly displayName?: string | undefined;
    readonly description?: string | undefined;
    readFile(path: string, options?: ReadFileOptions): Promise<string | Buffer>;
    writeFile(path: string, content: FileContent, options?: WriteFileOptions): Promise<void>;
    appendFile(path: string, content: FileContent, options?: AbortOptions): Promise<void>;
    deleteFile(path: string, options?: DeleteFileOptions): Promise<void>;
    copyFile(source: string, destination: string, options?: CopyOptions): Promise<void>;
    moveFile(source: string, destination: string, options?: CopyOptions): Promise<void>;
    mkdir(path: string, options?: MkdirOptions): Promise<void>;
    rmdir(path: string, options?: RmdirOptions): Promise<void>;
    readdir(path: string, options?: ReaddirOptions): Promise<FileEntry[]>;
    exists(path: string, options?: AbortOptions): Promise<boolean>;
    stat(path: string, options?: AbortOptions): Promise<FileStat>;
    readStream?(path: string, options?: ReadStreamOptions): Promise<Readable>;
    writeStream?(path: string, source: AsyncIterable<Uint8Array | string>, options?: WriteFileOptions): Promise<void>;
    setPermissions?(path: string, mode: number, options?: AbortOptions): Promise<void>;
    realpath?(path: string): Promise<string>;
    walk?(path: string, options?: WalkOptions): Promise<WalkEntry[]>;
    grep?(options: FilesystemGrepOptions): Promise<FilesystemGrepResult[]>;
    isTextFile?(name: string): boolean;
    resolveAbsolutePath?(path: string): string | undefined;
    getMountConfig?(): FilesystemMountConfig | undefined;
    getInstructions?(options?: RequestScope): string;
    getInfo?(): FilesystemInfo | Promise<FilesystemInfo>;
    init?(): void | Promise<void>;
    destroy?(): void | Promise<void>;
    isReady?(): boolean | Promise<boolean>;
}
interface WorkspaceSandbox {
    readonly id: string;
    readonly name: string;
    readonly provider: string;
    status: ProviderStatus;
    snapshot(): Promise<void>;
    error?: string | undefined;
    start?(options?: StartOptions): void | Promise<StartResult | void>;
    stop?(): void | Promise<void>;
    destroy?(): void | Promise<void>;
    isReady?(): boolean | Promise<boolean>;
    getInfo?(): SandboxInfo | Promise<SandboxInfo>;
    getInstructions?(options?: RequestScope): string;
    clone?(options?: SandboxCloneOptions): WorkspaceSandbox;
    executeCommand?(command: string, args?: string[], options?: ExecuteCommandOptions): Promise<CommandResult>;
    setEnv?(update: (env: Environment) => Environment): void;
    setOnStart?(update: (previous: SandboxStartHook | undefined) => SandboxStartHook): void;
    readonly supportsCheckpoints?: boolean | undefined;
    readonly networking?: SandboxNetworking | undefined;
    readonly computer?: SandboxComputer | undefined;
    writeFiles?(files: SandboxFileInput[], options?: AbortOptions): Promise<void>;
    readonly processes?: SandboxProcessManager | undefined;
    readonly mounts?: MountManager | undefined;
    mount?(filesystem: WorkspaceFilesystem, mountPath: string, options?: MountOptions): Promise<MountResult>;
    unmount?(mountPath: string, options?: MountOptions): Promise<void>;
    readonly filesystem?: WorkspaceFilesystem | undefined;
}
interface WriteFileOptions extends AbortOptions {
    recursive?: boolean | undefined;
    overwrite?: boolean | undefined;
    mimeType?: string | undefined;
    expectedMtime?: Date | undefined;
    encoding?: FileEncoding | undefined;
    mode?: number | undefined;
}
declare function abortableSource<T>(source: AsyncIterable<T>, { path, operation, signal }: SourceContext): AsyncGenerator<T, void, undefined>;
declare function checkFilePath(path: string, name?: string): void;
declare function checkOperationOptions(options: OperationOptions | undefined): void;
declare function checkOptions<Options extends object>(owner: string, options: Options, rules: Readonly<Record<Extract<keyof Options, string>, OptionRule>>): void;
declare function checkPath(path: string, name?: string): void;
declare function checkStreamRange({ start, end }: ReadStreamOptions): void;
declare function checkStringSize(sizeBytes: number, encoding: FileEncoding | undefined, path: string): void;
declare function checkWholeNumber(value: number | undefined, name: string, least: number): void;
declare function checkWriteOptions({ mode, expectedMtime, encoding, mimeType }: WriteFileOptions): void;
declare function createId(prefix: string): string;
declare function currentTimeMs(): number;
declare function decodeContent(content: Buffer, encoding: FileEncoding | undefined, path: string): string | Buffer;
declare function delay(delayMs: number, signal?: AbortSignal): Promise<void>;
declare function driverOf(sandbox: object): SandboxDriver<unknown> | undefined;
declare function encodeContent(content: FileContent, encoding?: FileEncoding): Buffer;
declare function encodePieces(pieces: AsyncIterable<Uint8Array | string>, encoding?: FileEncoding): AsyncGenerator<Buffer, void, undefined>;
declare function extensionSet(given: string | string[] | undefined, option: string): ReadonlySet<string> | undefined;
declare const factorySandboxBrand: unique symbol;
declare function grepFilesystem(filesystem: WorkspaceFilesystem, options: FilesystemGrepOptions): Promise<FilesystemGrepResult[]>;
declare function hasExtension(name: string, extensions: ReadonlySet<string>): boolean;
declare const is: {
    readonly text: (value: unknown) => boolean;
    readonly filledText: (value: unknown) => boolean;
    readonly flag: (value: unknown) => boolean;
    readonly callable: (value: unknown) => boolean;
    readonly record: (value: unknown) => boolean;
    readonly durationMs: (value: unknown) => boolean;
    readonly textList: (value: unknown) => boolean;
    readonly oneOf: (...allowed: readonly unknown[]) => (value: unknown) => boolean;
};
declare function isShellCommand(value: unknown): value is ShellCommand;
declare function isTextFileName(name: string, more?: ReadonlySet<string>): boolean;
declare function joinPath(...parts: string[]): string;
declare function looksLikeText(content: Uint8Array): boolean;
declare function mimeTypeOf(name: string): string;
declare function normalizeMountPath(mountPath: unknown): string;
declare function normalizePath(path: string): string | undefined;
declare function readStreamOf(filesystem: WorkspaceFilesystem, path: string, options?: ReadStreamOptions): Promise<Readable>;
declare function relativePath(ancestor: string, path: string): string | undefined;
declare function resolveInstructions(option: InstructionsOption | undefined, makeDefault: () => string, { requestContext }?: RequestScope): string;
declare function runScript<Handle>(driver: SandboxDriver<Handle>, handle: Handle, command: ShellCommand, options?: DriverRunOptions): Promise<DriverRunResult>;
declare const sandboxOptionRules: Readonly<Record<keyof SandboxOptions, OptionRule>>;
declare function sh(literals: TemplateStringsArray, ...values: readonly ShellValue[]): ShellCommand;
declare function shellQuote(argument: string): string;
declare const silentLogger: Logger;
declare function startTimer(delayMs: number, callback: () => void, options?: {
    background?: boolean;
}): Timer;
declare const switches: readonly [
    "recursive",
    "overwrite",
    "force",
    "includeHidden",
    "caseSensitive"
];
declare function throwIfAborted(signal: AbortSignal | undefined, path: string, operation: string): void;
declare function walkFilesystem(filesystem: WorkspaceFilesystem, path: string, options?: WalkOptions): Promise<WalkEntry[]>;
declare function writeStreamTo(filesystem: WorkspaceFilesystem, path: string, source: AsyncIterable<Uint8Array | string>, options?: WriteFileOptions): Promise<void>;

export {
  AcquireRequest,
  BaseFilesystem,
  BaseFilesystemOptions,
  BaseSandbox,
  BaseSandboxConfig,
  DriverRunOptions,
  DriverRunResult,
  DriverSpawnOptions,
  ErrorFacts,
  FilesystemLifecycleHook,
  KeyedLock,
  ListedProcess,
  MachineState,
  MountHost,
  MountProfile,
  MountRequest,
  MountableFilesystem,
  Mounter,
  MounterResult,
  OperationOptions,
  OptionRule,
  OutputSink,
  ProcessExit,
  ProcessManager,
  ProcessManagerConfig,
  RemoteProcess,
  SandboxDriver,
  SandboxOptions,
  SandboxRef,
  SandboxSupports,
  ShellCommand,
  ShellValue,
  SourceContext,
  Timer,
  abortableSource,
  checkFilePath,
  checkOperationOptions,
  checkOptions,
  checkPath,
  checkStreamRange,
  checkStringSize,
  checkWholeNumber,
  checkWriteOptions,
  createId,
  currentTimeMs,
  decodeContent,
  delay,
  driverOf,
  encodeContent,
  encodePieces,
  extensionSet,
  factorySandboxBrand,
  grepFilesystem,
  hasExtension,
  is,
  isShellCommand,
  isTextFileName,
  joinPath,
  looksLikeText,
  mimeTypeOf,
  normalizeMountPath,
  normalizePath,
  readStreamOf,
  relativePath,
  resolveInstructions,
  runScript,
  sandboxOptionRules,
  sh,
  shellQuote,
  silentLogger,
  startTimer,
  throwIfAborted,
  walkFilesystem,
  writeStreamTo,
}

// Reachable but not exported:
//   AbortOptions
//   CommandOptions
//   CommandResult
//   CopyOptions
//   DeleteFileOptions
//   Environment
//   ExecuteCommandOptions
//   FileContent
//   FileEncoding
//   FileEntry
//   FileStat
//   FilesystemGrepMatch
//   FilesystemGrepOptions
//   FilesystemGrepResult
//   FilesystemIcon
//   FilesystemInfo
//   FilesystemMountConfig
//   HandleAccess
//   InstructionsOption
//   Logger
//   MkdirOptions
//   MountEntry
//   MountHookArgs
//   MountManager
//   MountOptions
//   MountResult
//   MountState
//   OnMountHook
//   OutputChunk
//   OutputListener
//   ProcessChannel
//   ProcessHandle
//   ProcessInfo
//   ProviderStatus
//   ReadFileOptions
//   ReadStreamOptions
//   ReaddirOptions
//   RequestContext
//   RequestScope
//   RetryFact
//   RmdirOptions
//   SandboxCloneOptions
//   SandboxComputer
//   SandboxErrorCode
//   SandboxFileInput
//   SandboxInfo
//   SandboxLifecycleHook
//   SandboxNetworking
//   SandboxProcessManager
//   SandboxStartHook
//   SpawnProcessOptions
//   StartOptions
//   StartOutcome
//   StartResult
//   WaitOptions
//   WalkEntry
//   WalkOptions
//   WorkspaceFilesystem
//   WorkspaceSandbox
//   WriteFileOptions
//   switches
