// @caisson/core/workspace: the public interface. Written by `npm run api -- --update`.
import type { ChildProcess } from 'node:child_process'
import type { Duplex } from 'node:stream'
import type { Readable } from 'node:stream'
import type { Stats } from 'node:fs'
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
interface ArgumentFault {
    readonly name: string;
    readonly expected: string;
    readonly given: unknown;
    readonly secret?: boolean | undefined;
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
type CodeLanguage = 'javascript' | 'typescript' | 'python' | 'bash';
type CodeModeDoneEvent = {
    type: 'done';
    ok: true;
    result?: unknown;
} | {
    type: 'done';
    ok: false;
    error: CodeModeError;
};
interface CodeModeError {
    message: string;
    name?: string;
    line?: number;
    stack?: string;
}
interface CodeModeLimits {
    maxResultBytes?: number | undefined;
    maxLogBytes?: number | undefined;
    maxLogEntries?: number | undefined;
    maxConcurrentCalls?: number | undefined;
    maxPendingCalls?: number | undefined;
}
interface CodeModeLogEvent {
    type: 'log';
    level: string;
    message: string;
}
interface CodeModeRpcRequest {
    type: 'rpc';
    id: number;
    tool: string;
    args: unknown;
}
type CodeModeRpcResponse = {
    type: 'rpc-result';
    id: number;
    ok: true;
    result?: unknown;
} | {
    type: 'rpc-result';
    id: number;
    ok: false;
    error: {
        message: string;
        name?: string;
    };
};
interface CodeModeRunOptions {
    sandbox?: WorkspaceSandbox | undefined;
    program: string;
    toolIds: string[];
    dispatch: CodeModeToolDispatcher;
    timeout: number;
    abortSignal?: AbortSignal | undefined;
    onExternalCall?: ((tool: string, args: unknown) => void) | undefined;
    onExternalResult?: ((tool: string, durationMs: number, error?: unknown) => void) | undefined;
    limits?: CodeModeLimits | undefined;
}
type CodeModeRunnerFrame = CodeModeRpcRequest | CodeModeLogEvent | CodeModeDoneEvent;
type CodeModeToolDispatcher = (tool: string, args: unknown) => Promise<unknown>;
interface CodeModeToolResult {
    success: boolean;
    result?: unknown;
    logs?: string[];
    error?: CodeModeError;
}
interface CodeModeTransport {
    readonly requiresSandbox?: boolean | undefined;
    readonly environment?: string | undefined;
    run(options: CodeModeRunOptions): Promise<CodeModeToolResult>;
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
declare class CompositeFilesystem<Mounts extends Record<string, WorkspaceFilesystem> = Record<string, WorkspaceFilesystem>> extends BaseFilesystem implements WorkspaceFilesystem {
    #private;
    readonly id: string;
    readonly name: string;
    readonly provider: string;
    readonly icon: FilesystemIcon;
    readonly displayName: string;
    constructor(options: CompositeFilesystemOptions<Mounts>);
    get readOnly(): boolean | undefined;
    get mountPaths(): string[];
    get mounts(): MountMap<Mounts>;
    getFilesystemForPath(path: string): WorkspaceFilesystem | undefined;
    getMountPathForPath(path: string): string | undefined;
    resolveAbsolutePath(path: string): string | undefined;
    init(): Promise<void>;
    destroy(): Promise<void>;
    readFile(path: string, options?: ReadFileOptions): Promise<string | Buffer>;
    readStream(path: string, options?: ReadStreamOptions): Promise<Readable>;
    writeFile(path: string, content: FileContent, options?: WriteFileOptions): Promise<void>;
    writeStream(path: string, source: AsyncIterable<Uint8Array | string>, options?: WriteFileOptions): Promise<void>;
    appendFile(path: string, content: FileContent, options?: AbortOptions): Promise<void>;
    deleteFile(path: string, options?: DeleteFileOptions): Promise<void>;
    copyFile(source: string, destination: string, options?: CopyOptions): Promise<void>;
    moveFile(source: string, destination: string, options?: CopyOptions): Promise<void>;
    mkdir(path: string, options?: MkdirOptions): Promise<void>;
    rmdir(path: string, options?: RmdirOptions): Promise<void>;
    readdir(path: string, options?: ReaddirOptions): Promise<FileEntry[]>;
    walk(path: string, options?: WalkOptions): Promise<WalkEntry[]>;
    grep(options: FilesystemGrepOptions): Promise<FilesystemGrepResult[]>;
    exists(path: string, options?: AbortOptions): Promise<boolean>;
    stat(path: string, options?: AbortOptions): Promise<FileStat>;
    setPermissions(path: string, mode: number, options?: AbortOptions): Promise<void>;
    realpath(path: string): Promise<string>;
    isTextFile(name: string): boolean;
    getInstructions(scope?: RequestScope): string;
    getInfo(): FilesystemInfo;
    protected performInit(): Promise<void>;
    protected performDestroy(): Promise<void>;
}
interface CompositeFilesystemOptions<Mounts extends Record<string, WorkspaceFilesystem> = Record<string, WorkspaceFilesystem>> extends BaseFilesystemOptions {
    mounts: Mounts;
    id?: string | undefined;
    instructions?: InstructionsOption | undefined;
}
interface CopyOptions extends AbortOptions {
    overwrite?: boolean | undefined;
    recursive?: boolean | undefined;
}
declare const DEFAULT_MAX_RETAINED_COMMAND_OUTPUT_BYTES: number;
declare const DEFAULT_MAX_RETAINED_PROCESS_OUTPUT_BYTES: number;
interface DeleteFileOptions extends AbortOptions {
    recursive?: boolean | undefined;
    force?: boolean | undefined;
}
interface DescriptorPaths {
    pathOf(descriptor: number): string;
    at(descriptor: number, name?: string): string;
}
declare class DirectoryAnchor {
    #private;
    readonly realPath: string;
    private readonly descriptor;
    private readonly descriptors;
    constructor(realPath: string, descriptor: number | undefined, descriptors: DescriptorPaths | undefined);
    at(name?: string): string;
    atBytes(name: Buffer): Buffer;
    close(): void;
}
declare class DirectoryNotEmptyError extends FilesystemError {
    name: string;
    constructor(path: string, options?: {
        cause?: unknown;
    });
}
declare class DirectoryNotFoundError extends FilesystemError {
    name: string;
    constructor(path: string, options?: {
        cause?: unknown;
    });
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
interface ExecuteCodeOptions extends ExecuteCommandOptions, RequestScope {
    language?: CodeLanguage | undefined;
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
interface FileErrorContext {
    readonly path: string;
    readonly operation: string;
    readonly kind?: 'file' | 'directory' | undefined;
}
declare class FileExistsError extends FilesystemError {
    name: string;
    constructor(path: string, options?: {
        cause?: unknown;
    });
}
declare class FileNotFoundError extends FilesystemError {
    name: string;
    constructor(path: string, options?: {
        cause?: unknown;
    });
}
declare class FileReadRequiredError extends FilesystemError {
    readonly reason: string;
    name: string;
    constructor(path: string, reason: string, options?: {
        cause?: unknown;
    });
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
declare class FilesystemAbortError extends FilesystemError {
    name: string;
    constructor(path: string, operation: string, reason?: unknown);
}
declare class FilesystemError extends Error {
    name: string;
    readonly code: FilesystemErrorCode;
    readonly path: string;
    constructor(message: string, code: FilesystemErrorCode, path: string, options?: {
        cause?: unknown;
    });
    static isInstance(value: unknown): value is FilesystemError;
}
type FilesystemErrorCode = 'ENOENT' | 'EEXIST' | 'EISDIR' | 'ENOTDIR' | 'ENOTEMPTY' | 'EACCES' | 'EROFS' | 'EINVAL' | 'ENOSPC' | 'ELOOP' | 'ESTALE' | 'ENOTREADY' | 'EREAD_REQUIRED' | 'EUNSUPPORTED_PATTERN' | 'EUNSUPPORTED' | 'ABORTED' | 'EIO';
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
declare class FilesystemNotAvailableError extends WorkspaceError {
    name: string;
    constructor(workspaceId?: string);
}
declare class FilesystemNotMountableError extends SandboxError {
    name: string;
    constructor(filesystemProvider: string, reason?: string, options?: SandboxErrorOptions);
}
declare class FilesystemNotReadyError extends FilesystemError {
    name: string;
    constructor(id: string, options?: {
        cause?: unknown;
    });
}
type FilesystemOf<Filesystem extends WorkspaceFilesystem | undefined, Mounts extends WorkspaceMounts | undefined> = [
    Mounts
] extends [
    WorkspaceMounts
] ? CompositeFilesystem<Mounts> : Filesystem;
interface FilesystemProvider<Config = Record<string, unknown>> {
    id: string;
    name: string;
    description?: string;
    configSchema?: Record<string, unknown>;
    createFilesystem(config: Config): WorkspaceFilesystem | Promise<WorkspaceFilesystem>;
}
interface HandleAccess<Handle> {
    use<T>(operation: string, call: (handle: Handle) => Promise<T>, signal?: AbortSignal): Promise<T>;
    translate(operation: string, handle: Handle, error: unknown): Promise<Error>;
}
declare class InMemoryFileWriteLock {
    #private;
    constructor(options?: InMemoryFileWriteLockOptions);
    withLock<T>(path: string, write: (signal: AbortSignal) => Promise<T>): Promise<T>;
}
interface InMemoryFileWriteLockOptions {
    timeoutMs?: number | undefined;
}
type InstructionsOption = string | ((options: {
    defaultInstructions: string;
    requestContext?: RequestContext | undefined;
}) => string);
declare class IsDirectoryError extends FilesystemError {
    name: string;
    constructor(path: string, options?: {
        cause?: unknown;
    });
}
type IsolationBackend = 'none' | 'bwrap' | 'seatbelt';
interface IsolationDetection {
    readonly backend: IsolationBackend;
    readonly available: boolean;
    readonly message: string;
}
declare class IsolationUnavailableError extends SandboxError {
    readonly backend: string;
    readonly reason: string;
    name: string;
    constructor(backend: string, reason: string, options?: SandboxErrorOptions);
}
interface ListOptions {
    readonly maxDepth: number;
    readonly extensions?: ReadonlySet<string> | undefined;
    readonly includeHidden: boolean;
}
interface ListedProcess {
    readonly pid: string;
    readonly command?: string | undefined;
    readonly running: boolean;
    readonly exitCode?: number | undefined;
}
declare abstract class LocalAccess extends BaseFilesystem {
    readonly readOnly: boolean | undefined;
    protected readonly roots: LocalRoots;
    protected readonly guard: LocalGuard;
    constructor(options: LocalFilesystemOptions);
    protected performInit(): Promise<void>;
    protected checkWritable(operation: string): void;
    protected list(operation: string, path: string, options: OperationOptions, list: ListOptions): Promise<FileEntry[]>;
    protected atFile<T>(operation: string, path: string, options: OperationOptions, step: (target: LocalTarget) => Promise<T>): Promise<T>;
    protected atFiles(operation: string, [source, destination]: readonly [
        string,
        string
    ], options: OperationOptions, step: (source: LocalTarget, destination: LocalTarget) => Promise<void>): Promise<void>;
    protected at<T>(operation: string, path: string, options: OperationOptions, kind: LocalTarget['kind'], step: (target: LocalTarget) => Promise<T>): Promise<T>;
}
declare class LocalFilesystem extends LocalAccess implements WorkspaceFilesystem {
    #private;
    readonly id: string;
    readonly name: string;
    readonly provider: string;
    readonly icon: FilesystemIcon;
    readonly displayName: string;
    readonly description: string;
    constructor(options: LocalFilesystemOptions);
    get basePath(): string;
    get contained(): boolean;
    get allowedPaths(): readonly string[];
    setAllowedPaths(paths: string[] | ((previous: readonly string[]) => string[])): void;
    readFile(path: string, options?: ReadFileOptions): Promise<string | Buffer>;
    readStream(path: string, options?: ReadStreamOptions): Promise<Readable>;
    writeFile(path: string, content: FileContent, options?: WriteFileOptions): Promise<void>;
    writeStream(path: string, source: AsyncIterable<Uint8Array | string>, options?: WriteFileOptions): Promise<void>;
    appendFile(path: string, content: FileContent, options?: AbortOptions): Promise<void>;
    deleteFile(path: string, options?: DeleteFileOptions): Promise<void>;
    copyFile(source: string, destination: string, options?: CopyOptions): Promise<void>;
    moveFile(source: string, destination: string, options?: CopyOptions): Promise<void>;
    mkdir(path: string, options?: MkdirOptions): Promise<void>;
    rmdir(path: string, options?: RmdirOptions): Promise<void>;
    readdir(path: string, options?: ReaddirOptions): Promise<FileEntry[]>;
    walk(path: string, options?: WalkOptions): Promise<WalkEntry[]>;
    grep(options: FilesystemGrepOptions): Promise<FilesystemGrepResult[]>;
    exists(path: string, options?: AbortOptions): Promise<boolean>;
    stat(path: string, options?: AbortOptions): Promise<FileStat>;
    setPermissions(path: string, mode: number, options?: AbortOptions): Promise<void>;
    realpath(path: string): Promise<string>;
    resolveAbsolutePath(path: string): string | undefined;
    getMountConfig(): FilesystemMountConfig;
    getInstructions(scope?: RequestScope): string;
    getInfo(): FilesystemInfo;
}
interface LocalFilesystemOptions extends BaseFilesystemOptions {
    basePath: string;
    id?: string | undefined;
    contained?: boolean | undefined;
    readOnly?: boolean | undefined;
    allowedPaths?: string[] | undefined;
    instructions?: InstructionsOption | undefined;
}
declare class LocalGuard {
    #private;
    readonly roots: LocalRoots;
    readonly descriptors: DescriptorPaths | undefined;
    constructor(roots: LocalRoots, descriptors: DescriptorPaths | undefined);
    openFile(target: LocalTarget): Promise<number>;
    stat(target: LocalTarget): Promise<Stats>;
    setMode(target: LocalTarget, mode: number): Promise<void>;
    realPath(target: LocalTarget): Promise<string>;
    openParent(target: LocalTarget, create?: boolean): Promise<DirectoryAnchor>;
    openDirectory(target: LocalTarget): Promise<DirectoryAnchor>;
    enter(parent: DirectoryAnchor, name: string | Buffer): Promise<DirectoryAnchor>;
    ensureDirectory(target: LocalTarget, mustBeInside?: boolean): Promise<DirectoryAnchor>;
    explain(error: unknown, target: LocalTarget): Promise<unknown>;
}
declare class LocalMachine {
    readonly workingDirectory: string;
    readonly processes: MachineProcesses;
    readonly mounts: Map<string, MountedLink>;
    constructor(workingDirectory: string, processes: MachineProcesses);
}
declare class LocalProcess implements RemoteProcess {
    #private;
    readonly pid: string;
    readonly command: string;
    readonly channel: ProcessChannel | undefined;
    constructor(parts: LocalProcessParts, output: OutputSink);
    wait(): Promise<ProcessExit>;
    get livePid(): number | undefined;
    get isMonitor(): boolean;
    kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<boolean>;
    writeStdin(data: Uint8Array): Promise<void>;
    closeStdin(): Promise<void>;
}
interface LocalProcessParts {
    readonly child: ChildProcess;
    readonly pid: number;
    readonly command: string;
    readonly tag: string;
    readonly stdin: Writable | undefined;
    readonly stdout: Readable;
    readonly stderr: Readable;
    readonly channel: Duplex | undefined;
    readonly isMonitor: boolean;
    readonly readExit: ((exit: ProcessExit) => Promise<ProcessExit>) | undefined;
    readonly onEnd: () => void;
}
declare class LocalRoots {
    #private;
    readonly base: string;
    readonly contained: boolean;
    constructor(base: string, contained: boolean, allowedPaths: readonly string[]);
    get allowed(): readonly string[];
    setAllowed(allowedPaths: readonly string[]): void;
    locate(path: string, operation: string): string;
    find(path: string): string | undefined;
    allows(realPath: string): Promise<boolean>;
    show(location: string): string;
    isRoot(location: string): boolean;
}
declare class LocalSandbox extends BaseSandbox<LocalMachine> {
    #private;
    readonly isolation: IsolationBackend;
    constructor(options?: LocalSandboxOptions);
    static detectIsolation(): IsolationDetection;
    get workingDirectory(): string;
    clone(options?: SandboxCloneOptions): LocalSandbox;
    __setLogger(logger: Logger): void;
}
interface LocalSandboxOptions extends SandboxOptions {
    workingDirectory?: string | undefined;
    timeout?: number | undefined;
    inheritEnv?: boolean | undefined;
    isolation?: IsolationBackend | undefined;
    nativeSandbox?: NativeSandboxConfig | undefined;
    checkpointName?: string | undefined;
    seedCheckpointName?: string | undefined;
    checkpointsDirectory?: string | undefined;
}
interface LocalTarget extends FileErrorContext {
    readonly location: string;
    readonly signal?: AbortSignal | undefined;
}
interface Logger {
    debug(message: string, ...details: unknown[]): void;
    info(message: string, ...details: unknown[]): void;
    warn(message: string, ...details: unknown[]): void;
    error(message: string, ...details: unknown[]): void;
}
declare const MAX_SANDBOX_FILE_MODE: number;
declare const MIN_SANDBOX_FILE_MODE: number;
declare class MachineProcesses {
    #private;
    readonly tag: ProcessTag;
    readonly frames: Set<string>;
    get running(): ReadonlySet<LocalProcess>;
    add(process: LocalProcess): void;
    delete(process: LocalProcess): void;
    endAll(): Promise<void>;
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
declare class MountError extends SandboxError {
    readonly mountPath: string;
    name: string;
    constructor(message: string, mountPath: string, details?: Record<string, unknown>, options?: SandboxErrorOptions);
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
interface MountMap<Mounts extends Record<string, WorkspaceFilesystem>> extends Omit<ReadonlyMap<string, WorkspaceFilesystem>, 'get'> {
    get<Path extends keyof Mounts & `/${string}`>(path: Path): Mounts[Path];
    get(path: string): WorkspaceFilesystem | undefined;
}
declare class MountNotSupportedError extends SandboxError {
    name: string;
    constructor(provider: string, options?: SandboxErrorOptions);
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
declare class MountToolNotFoundError extends SandboxError {
    name: string;
    constructor(message: string, options?: SandboxErrorOptions);
}
interface MountedLink {
    readonly location: string;
    readonly target: string;
    readonly readOnly: boolean;
    readonly frame?: string | undefined;
    readonly coveredMode?: number | undefined;
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
interface NativeSandboxConfig {
    allowNetwork?: boolean | undefined;
    readOnlyPaths?: string[] | undefined;
    readWritePaths?: string[] | undefined;
    allowSystemBinaries?: boolean | undefined;
    readOnly?: boolean | undefined;
    seatbeltProfilePath?: string | undefined;
    bwrapArgs?: string[] | undefined;
}
declare class NotDirectoryError extends FilesystemError {
    name: string;
    constructor(path: string, options?: {
        cause?: unknown;
    });
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
interface OutputChunk {
    readonly stream: 'stdout' | 'stderr';
    readonly data: Uint8Array;
}
type OutputListener = (data: string) => void | Promise<void>;
interface OutputSink {
    stdout(chunk: Uint8Array): void | Promise<void>;
    stderr(chunk: Uint8Array): void | Promise<void>;
}
interface PathContext {
    filesystem?: {
        provider: string;
        basePath?: string;
    };
    sandbox?: {
        provider: string;
        workingDirectory?: string;
    };
    instructions: string;
}
declare class PermissionError extends FilesystemError {
    readonly operation: string;
    name: string;
    constructor(path: string, operation: string, options?: {
        cause?: unknown;
    });
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
declare class ProcessTag {
    #private;
    constructor();
    static get host(): string;
    get machine(): string;
    next(): string;
}
type ProviderErrorCode = Extract<SandboxErrorCode, 'UNAUTHENTICATED' | 'PERMISSION_DENIED' | 'QUOTA_EXCEEDED' | 'RATE_LIMITED' | 'UNAVAILABLE' | 'INVALID_ARGUMENT' | 'NOT_FOUND' | 'CONFLICT' | 'INTERNAL' | 'UNKNOWN'>;
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
interface ResolverScope {
    requestContext: RequestContext;
}
declare class RetainedOutput {
    #private;
    constructor(maxBytes: number);
    append(chunk: Uint8Array): void;
    get droppedBytes(): number;
    bytes(): Buffer;
    text(): string;
    tail(lengthBytes: number): Buffer;
}
type RetryFact = 'safe' | 'ambiguous' | 'never';
interface RmdirOptions extends AbortOptions {
    recursive?: boolean | undefined;
    force?: boolean | undefined;
}
declare class SandboxAbortError extends SandboxError {
    name: string;
    constructor(operation?: string, reason?: unknown, options?: SandboxErrorOptions);
}
type SandboxCacheKey = (scope: ResolverScope) => string | undefined;
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
declare class SandboxError extends Error {
    name: string;
    readonly code: SandboxErrorCode;
    readonly details: Record<string, unknown> | undefined;
    readonly retry: RetryFact;
    readonly retryAfterMs?: number;
    readonly operation?: string;
    readonly provider?: string;
    partialOutput?: {
        readonly stdout: string;
        readonly stderr: string;
    };
    constructor(message: string, code: SandboxErrorCode, details?: Record<string, unknown>, options?: SandboxErrorOptions);
    static isInstance(value: unknown): value is SandboxError;
}
type SandboxErrorCode = 'INVALID_ARGUMENT' | 'UNAUTHENTICATED' | 'PERMISSION_DENIED' | 'NOT_FOUND' | 'CONFLICT' | 'NOT_READY' | 'INVALID_STATE' | 'GONE' | 'RATE_LIMITED' | 'QUOTA_EXCEEDED' | 'UNAVAILABLE' | 'TIMEOUT' | 'ABORTED' | 'UNSUPPORTED_FEATURE' | 'EXECUTION_FAILED' | 'ISOLATION_UNAVAILABLE' | 'MOUNT_ERROR' | 'MOUNT_NOT_SUPPORTED' | 'FILESYSTEM_NOT_MOUNTABLE' | 'INTERNAL' | 'UNKNOWN';
interface SandboxErrorCodeFacts {
    readonly retry: RetryFact;
    readonly meaning: string;
}
interface SandboxErrorOptions {
    cause?: unknown;
    retry?: RetryFact | undefined;
    retryAfterMs?: number | undefined;
    operation?: string | undefined;
    provider?: string | undefined;
}
declare class SandboxExecutionError extends SandboxError {
    readonly exitCode: number;
    readonly stdout: string;
    readonly stderr: string;
    name: string;
    constructor(message: string, exitCode: number, stdout: string, stderr: string, options?: SandboxErrorOptions);
}
type SandboxFeature = 'executeCommand' | 'installPackage' | 'processes' | 'computer' | 'writeFiles' | 'filesystem';
declare class SandboxFeatureNotSupportedError extends WorkspaceError {
    readonly feature: SandboxFeature;
    name: string;
    constructor(feature: SandboxFeature, workspaceId?: string);
}
interface SandboxFileInput {
    path: string;
    content: string | Uint8Array;
    mode?: number | undefined;
}
declare class SandboxGoneError extends SandboxError {
    name: string;
    constructor(message: string, details?: Record<string, unknown>, options?: SandboxErrorOptions);
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
declare class SandboxNotAvailableError extends WorkspaceError {
    name: string;
    constructor(workspaceId?: string);
}
declare class SandboxNotReadyError extends SandboxError {
    name: string;
    constructor(idOrStatus: string, options?: SandboxErrorOptions);
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
interface SandboxProvider<Config = Record<string, unknown>> {
    id: string;
    name: string;
    description?: string;
    configSchema?: Record<string, unknown>;
    createSandbox(config: Config): WorkspaceSandbox | Promise<WorkspaceSandbox>;
}
declare class SandboxProviderError extends SandboxError {
    name: string;
    constructor(message: string, code: ProviderErrorCode, details?: Record<string, unknown>, options?: SandboxErrorOptions);
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
declare class SandboxStateError extends SandboxError {
    name: string;
    constructor(message: string, details?: Record<string, unknown>, options?: SandboxErrorOptions);
}
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
declare class SandboxTimeoutError extends SandboxError {
    readonly timeoutMs: number;
    readonly operation: TimedOperation;
    name: string;
    constructor(timeoutMs: number, operation: TimedOperation, options?: SandboxErrorOptions);
}
declare class SandboxUnsupportedFeatureError extends SandboxError {
    name: string;
    constructor(message: string, details?: Record<string, unknown>, options?: SandboxErrorOptions);
}
declare class SearchNotAvailableError extends WorkspaceError {
    name: string;
    constructor(workspaceId?: string);
}
interface ShellCommand {
    readonly text: string;
    readonly kind: 'shell-command';
    toString(): string;
}
interface SpawnProcessOptions extends CommandOptions {
    stdinMode?: 'pipe' | 'ignore' | undefined;
    originalInvocation?: {
        command: string;
        args: string[];
    } | undefined;
    channel?: boolean | undefined;
}
declare class StaleFileError extends FilesystemError {
    readonly expectedMtime: Date;
    readonly actualMtime: Date;
    name: string;
    constructor(path: string, expectedMtime: Date, actualMtime: Date, options?: {
        cause?: unknown;
    });
}
interface StartOptions {
    abortSignal?: AbortSignal | undefined;
}
type StartOutcome = 'created' | 'connected';
interface StartResult {
    readonly outcome: StartOutcome;
}
type TimedOperation = 'command' | 'sync' | 'install' | 'start' | (string & Record<never, never>);
declare class UnsupportedGrepPatternError extends FilesystemError {
    name: string;
    constructor(pattern: string, reason?: string, options?: {
        cause?: unknown;
    });
}
declare class UnsupportedStdinCloseError extends SandboxError {
    name: string;
    constructor(message: string, options?: SandboxErrorOptions);
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
declare class Workspace<Filesystem extends WorkspaceFilesystem | undefined = WorkspaceFilesystem | undefined, Sandbox extends WorkspaceSandbox | undefined = WorkspaceSandbox | undefined, Mounts extends WorkspaceMounts | undefined = WorkspaceMounts | undefined> {
    #private;
    readonly id: string;
    readonly name: string;
    readonly createdAt: Date;
    readonly logger: Logger;
    constructor(config: WorkspaceConfig<Filesystem, Sandbox, Mounts>);
    get filesystem(): FilesystemOf<Filesystem, Mounts>;
    get sandbox(): Sandbox;
    get status(): WorkspaceStatus;
    get error(): unknown;
    get lastAccessedAt(): Date;
    hasFilesystemConfig(): boolean;
    hasSandboxConfig(): boolean;
    hasSandboxResolver(): boolean;
    hasSandboxCacheKey(): boolean;
    init(): Promise<void>;
    stop(): Promise<void>;
    destroy(): Promise<void>;
    [Symbol.asyncDispose](): Promise<void>;
    resolveFilesystem(scope?: RequestScope): Promise<WorkspaceFilesystem | undefined>;
    resolveSandbox(scope?: RequestScope): Promise<WorkspaceSandbox | undefined>;
    clearSandboxCache(key?: string): void;
    executeCommand(command: string, args?: string[], options?: ExecuteCommandOptions & RequestScope): Promise<CommandResult>;
    executeCode(source: string, options?: ExecuteCodeOptions): Promise<CommandResult>;
    getInstructions(scope?: RequestScope): string;
    getInstructionsAsync(scope?: RequestScope): Promise<string>;
    getPathContext(scope?: RequestScope): PathContext;
    getInfo(options?: WorkspaceInfoOptions): Promise<WorkspaceInfo>;
}
interface WorkspaceConfig<Filesystem extends WorkspaceFilesystem | undefined = WorkspaceFilesystem | undefined, Sandbox extends WorkspaceSandbox | undefined = WorkspaceSandbox | undefined, Mounts extends WorkspaceMounts | undefined = WorkspaceMounts | undefined> {
    id?: string | undefined;
    name?: string | undefined;
    filesystem?: Filesystem | WorkspaceFilesystemResolver | undefined;
    sandbox?: Sandbox | WorkspaceSandboxResolver | undefined;
    mounts?: Mounts | undefined;
    onMount?: OnMountHook | undefined;
    instructions?: WorkspaceInstructionsConfig | undefined;
    sandboxCacheKey?: SandboxCacheKey | undefined;
    sandboxCacheSize?: number | undefined;
    logger?: Logger | undefined;
}
declare class WorkspaceError extends Error {
    name: string;
    readonly code: WorkspaceErrorCode;
    readonly workspaceId: string | undefined;
    constructor(message: string, code: WorkspaceErrorCode, workspaceId?: string, options?: {
        cause?: unknown;
    });
    static isInstance(value: unknown): value is WorkspaceError;
}
type WorkspaceErrorCode = 'NO_WORKSPACE' | 'NO_FILESYSTEM' | 'NO_SANDBOX' | 'FEATURE_NOT_SUPPORTED' | 'NO_SEARCH' | 'NOT_READY' | 'READ_ONLY' | 'INVALID_CONFIG' | 'INVALID_SEARCH_CONFIG' | 'NO_PROVIDERS' | 'FILESYSTEM_NOT_RESOLVED' | 'SANDBOX_NOT_RESOLVED';
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
type WorkspaceFilesystemResolver = (scope: ResolverScope) => WorkspaceFilesystem | Promise<WorkspaceFilesystem>;
interface WorkspaceInfo {
    id: string;
    name: string;
    status: WorkspaceStatus;
    createdAt: Date;
    lastAccessedAt: Date;
    filesystem?: FilesystemInfo & {
        totalFiles?: number;
        totalSize?: number;
    };
    sandbox?: Pick<SandboxInfo, 'provider' | 'status' | 'resources'>;
}
interface WorkspaceInfoOptions extends RequestScope {
    includeFileCount?: boolean | undefined;
    resolveDynamicProviders?: boolean | undefined;
}
interface WorkspaceInstructionsConfig {
    dynamicSandbox?: 'placeholder' | 'resolve' | ((scope: ResolverScope) => string) | undefined;
}
type WorkspaceMounts = Record<string, WorkspaceFilesystem>;
declare class WorkspaceNotAvailableError extends WorkspaceError {
    name: string;
    constructor();
}
declare class WorkspaceNotReadyError extends WorkspaceError {
    readonly status: string;
    name: string;
    constructor(workspaceId: string, status: string);
}
declare class WorkspaceReadOnlyError extends WorkspaceError {
    readonly operation: string;
    name: string;
    constructor(operation: string, workspaceId?: string);
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
type WorkspaceSandboxResolver = (scope: ResolverScope) => WorkspaceSandbox | Promise<WorkspaceSandbox>;
type WorkspaceStatus = 'pending' | 'initializing' | 'ready' | 'paused' | 'error' | 'destroying' | 'destroyed';
declare class WorkspaceTeardownError extends AggregateError {
    readonly workspaceId: string;
    name: string;
    readonly code = "TEARDOWN_FAILED";
    constructor(errors: readonly unknown[], workspaceId: string);
}
interface WrapContext {
    readonly code: SandboxErrorCode;
    readonly retry?: RetryFact | undefined;
    readonly retryAfterMs?: number | undefined;
    readonly message?: string | undefined;
    readonly isPublic?: boolean | undefined;
    readonly operation: string;
    readonly provider: string;
}
interface WriteFileOptions extends AbortOptions {
    recursive?: boolean | undefined;
    overwrite?: boolean | undefined;
    mimeType?: string | undefined;
    expectedMtime?: Date | undefined;
    encoding?: FileEncoding | undefined;
    mode?: number | undefined;
}
declare function assertModesUnsupported(files: readonly SandboxFileInput[], provider: string): void;
declare function checkAbortSignal(value: unknown): void;
declare function describeValue(value: unknown): string;
declare function detectIsolation(): IsolationDetection;
declare function getRecommendedIsolation(): IsolationDetection;
declare function invalidArgument(fault: ArgumentFault): SandboxError;
declare function isAbortSignal(value: unknown): value is AbortSignal;
declare function isIsolationAvailable(backend: IsolationBackend): boolean;
declare function resolveInstructions(option: InstructionsOption | undefined, makeDefault: () => string, { requestContext }?: RequestScope): string;
declare const sandboxErrorCodes: Readonly<Record<SandboxErrorCode, SandboxErrorCodeFacts>>;
declare function shellQuote(argument: string): string;
declare function supportsComputer(sandbox: WorkspaceSandbox): sandbox is WorkspaceSandbox & {
    computer: SandboxComputer;
};
declare function supportsNetworking(sandbox: WorkspaceSandbox): sandbox is WorkspaceSandbox & {
    networking: SandboxNetworking;
};
declare const switches: readonly [
    "recursive",
    "overwrite",
    "force",
    "includeHidden",
    "caseSensitive"
];
declare function validateSandboxFileMode(mode: unknown): void;
declare function wrapError(error: unknown, context: WrapContext): Error;

export {
  AbortOptions,
  ArgumentFault,
  BaseSandbox,
  CodeLanguage,
  CodeModeDoneEvent,
  CodeModeError,
  CodeModeLimits,
  CodeModeLogEvent,
  CodeModeRpcRequest,
  CodeModeRpcResponse,
  CodeModeRunOptions,
  CodeModeRunnerFrame,
  CodeModeToolDispatcher,
  CodeModeToolResult,
  CodeModeTransport,
  CommandOptions,
  CommandResult,
  CompositeFilesystem,
  CompositeFilesystemOptions,
  CopyOptions,
  DEFAULT_MAX_RETAINED_COMMAND_OUTPUT_BYTES,
  DEFAULT_MAX_RETAINED_PROCESS_OUTPUT_BYTES,
  DeleteFileOptions,
  DirectoryNotEmptyError,
  DirectoryNotFoundError,
  Environment,
  ExecuteCodeOptions,
  ExecuteCommandOptions,
  FileContent,
  FileEncoding,
  FileEntry,
  FileExistsError,
  FileNotFoundError,
  FileReadRequiredError,
  FileStat,
  FilesystemAbortError,
  FilesystemError,
  FilesystemErrorCode,
  FilesystemGrepMatch,
  FilesystemGrepOptions,
  FilesystemGrepResult,
  FilesystemIcon,
  FilesystemInfo,
  FilesystemMountConfig,
  FilesystemNotAvailableError,
  FilesystemNotMountableError,
  FilesystemNotReadyError,
  FilesystemOf,
  FilesystemProvider,
  InMemoryFileWriteLock,
  InMemoryFileWriteLockOptions,
  InstructionsOption,
  IsDirectoryError,
  IsolationBackend,
  IsolationDetection,
  IsolationUnavailableError,
  LocalFilesystem,
  LocalFilesystemOptions,
  LocalMachine,
  LocalSandbox,
  LocalSandboxOptions,
  Logger,
  MAX_SANDBOX_FILE_MODE,
  MIN_SANDBOX_FILE_MODE,
  MkdirOptions,
  MountEntry,
  MountError,
  MountHookArgs,
  MountManager,
  MountMap,
  MountNotSupportedError,
  MountOptions,
  MountResult,
  MountState,
  MountToolNotFoundError,
  NativeSandboxConfig,
  NotDirectoryError,
  OnMountHook,
  OutputChunk,
  OutputListener,
  PathContext,
  PermissionError,
  ProcessChannel,
  ProcessHandle,
  ProcessInfo,
  ProviderErrorCode,
  ProviderStatus,
  ReadFileOptions,
  ReadStreamOptions,
  ReaddirOptions,
  RequestContext,
  RequestScope,
  ResolverScope,
  RetainedOutput,
  RetryFact,
  RmdirOptions,
  SandboxAbortError,
  SandboxCacheKey,
  SandboxCloneOptions,
  SandboxComputer,
  SandboxError,
  SandboxErrorCode,
  SandboxErrorCodeFacts,
  SandboxErrorOptions,
  SandboxExecutionError,
  SandboxFeature,
  SandboxFeatureNotSupportedError,
  SandboxFileInput,
  SandboxGoneError,
  SandboxInfo,
  SandboxLifecycleHook,
  SandboxNetworking,
  SandboxNotAvailableError,
  SandboxNotReadyError,
  SandboxOptions,
  SandboxProcessManager,
  SandboxProvider,
  SandboxProviderError,
  SandboxStartHook,
  SandboxStateError,
  SandboxTimeoutError,
  SandboxUnsupportedFeatureError,
  SearchNotAvailableError,
  SpawnProcessOptions,
  StaleFileError,
  StartOptions,
  StartOutcome,
  StartResult,
  TimedOperation,
  UnsupportedGrepPatternError,
  UnsupportedStdinCloseError,
  WaitOptions,
  WalkEntry,
  WalkOptions,
  Workspace,
  WorkspaceConfig,
  WorkspaceError,
  WorkspaceErrorCode,
  WorkspaceFilesystem,
  WorkspaceFilesystemResolver,
  WorkspaceInfo,
  WorkspaceInfoOptions,
  WorkspaceInstructionsConfig,
  WorkspaceMounts,
  WorkspaceNotAvailableError,
  WorkspaceNotReadyError,
  WorkspaceReadOnlyError,
  WorkspaceSandbox,
  WorkspaceSandboxResolver,
  WorkspaceStatus,
  WorkspaceTeardownError,
  WrapContext,
  WriteFileOptions,
  assertModesUnsupported,
  checkAbortSignal,
  describeValue,
  detectIsolation,
  getRecommendedIsolation,
  invalidArgument,
  isAbortSignal,
  isIsolationAvailable,
  resolveInstructions,
  sandboxErrorCodes,
  shellQuote,
  supportsComputer,
  supportsNetworking,
  validateSandboxFileMode,
  wrapError,
}

// Reachable but not exported:
//   AcquireRequest
//   BaseFilesystem
//   BaseFilesystemOptions
//   BaseSandboxConfig
//   DescriptorPaths
//   DirectoryAnchor
//   DriverRunOptions
//   DriverRunResult
//   DriverSpawnOptions
//   ErrorFacts
//   FileErrorContext
//   FilesystemLifecycleHook
//   HandleAccess
//   ListOptions
//   ListedProcess
//   LocalAccess
//   LocalGuard
//   LocalProcess
//   LocalProcessParts
//   LocalRoots
//   LocalTarget
//   MachineProcesses
//   MachineState
//   MountHost
//   MountProfile
//   MountRequest
//   MountedLink
//   Mounter
//   MounterResult
//   OperationOptions
//   OutputSink
//   ProcessExit
//   ProcessManager
//   ProcessManagerConfig
//   ProcessTag
//   RemoteProcess
//   SandboxDriver
//   SandboxRef
//   SandboxSupports
//   ShellCommand
//   switches
