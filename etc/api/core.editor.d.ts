// @caisson/core/editor: the public interface. Written by `npm run api -- --update`.
import type { Readable } from 'node:stream'
import type { Writable } from 'node:stream'

interface AbortOptions {
    abortSignal?: AbortSignal | undefined;
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
type Environment = Record<string, string | undefined>;
interface ExecuteCommandOptions extends CommandOptions {
}
interface FactoryRepositoryAccess {
    readonly cloneUrl: string;
    readonly authorization?: {
        readonly scheme: 'bearer';
        readonly token: string;
    } | undefined;
}
interface FactorySandbox<Settings extends object = Record<string, unknown>> {
    readonly provider: string;
    readonly settings: Readonly<Record<string, unknown>>;
    readonly templateFields: readonly (keyof Settings & string)[];
    create(context: FactorySandboxContext, settings?: Settings): WorkspaceSandbox;
    template?(context: FactorySandboxContext, settings?: Settings): unknown;
    readonly builds?: FactorySandboxBuilds<Settings>;
}
interface FactorySandboxBuild extends FactorySandboxBuildStart {
    readonly startedAt?: string | undefined;
    readonly finishedAt?: string | undefined;
    readonly error?: string | undefined;
    readonly logs?: readonly string[] | undefined;
}
interface FactorySandboxBuildStart {
    readonly buildId: string;
    readonly status: FactorySandboxBuildStatus;
    readonly templateId?: string | undefined;
}
type FactorySandboxBuildStatus = 'pending' | 'building' | 'ready' | 'failed' | 'unknown';
interface FactorySandboxBuilds<Settings extends object = Record<string, unknown>> {
    start(context: FactorySandboxContext, settings?: Settings): Promise<FactorySandboxBuildStart>;
    get(context: FactorySandboxContext, settings: Settings | undefined, buildId: string): Promise<FactorySandboxBuild>;
    list?(context: FactorySandboxContext, settings?: Settings): Promise<readonly FactorySandboxBuild[]>;
}
interface FactorySandboxContext {
    readonly sessionId: string;
    readonly sandboxId?: string | undefined;
    readonly repoFullName?: string | undefined;
    readonly getRepositoryAccess?: (() => Promise<FactoryRepositoryAccess | undefined>) | undefined;
    readonly setupCommand?: string | readonly string[] | undefined;
    readonly workingDirectory?: string | undefined;
    readonly onStart?: SandboxStartHook | undefined;
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
interface FilesystemMountConfig {
    type: string;
    [field: string]: unknown;
}
interface FilesystemProvider<Config = Record<string, unknown>> {
    id: string;
    name: string;
    description?: string;
    configSchema?: Record<string, unknown>;
    createFilesystem(config: Config): WorkspaceFilesystem | Promise<WorkspaceFilesystem>;
}
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
interface MountResult {
    success: boolean;
    mountPath: string;
    error?: string | undefined;
    unavailable?: boolean | undefined;
}
type MountState = 'pending' | 'mounting' | 'mounted' | 'error' | 'unsupported' | 'unavailable';
type OnMountHook = (args: MountHookArgs) => false | {
    success: boolean;
    error?: string | undefined;
} | void | Promise<false | {
    success: boolean;
    error?: string | undefined;
} | void>;
interface OutputChunk {
    readonly stream: 'stdout' | 'stderr';
    readonly data: Uint8Array;
}
type OutputListener = (data: string) => void | Promise<void>;
interface ProcessChannel {
    send(data: string | Uint8Array): Promise<void>;
    onData(listener: (data: Uint8Array) => void): void;
    close(): void;
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
type ProviderList<Provider> = readonly Provider[] | Readonly<Record<string, Provider>>;
interface ProviderRegistry {
    readonly sandboxProviders: readonly SandboxProvider[];
    readonly filesystemProviders: readonly FilesystemProvider[];
    getSandboxProvider(id: string): SandboxProvider;
    getFilesystemProvider(id: string): FilesystemProvider;
    createSandbox(stored: {
        provider: string;
        config?: Record<string, unknown> | undefined;
    }): Promise<WorkspaceSandbox>;
    createFilesystem(stored: Omit<StoredFilesystem, 'config'> & {
        config?: Record<string, unknown> | undefined;
    }): Promise<WorkspaceFilesystem>;
    snapshotSandbox(sandbox: WorkspaceSandbox): Promise<StoredSandbox>;
    snapshotFilesystem(filesystem: WorkspaceFilesystem): Promise<StoredFilesystem>;
}
interface ProviderRegistryOptions {
    sandboxes?: ProviderList<SandboxProvider> | undefined;
    filesystems?: ProviderList<FilesystemProvider> | undefined;
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
interface RequestContext {
    get(key: string): unknown;
    set(key: string, value: unknown): unknown;
    has(key: string): boolean;
}
interface RequestScope {
    requestContext?: RequestContext | undefined;
}
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
interface SandboxNetworking {
    getPortUrl(port: number): Promise<string | null>;
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
type SandboxStartHook = (args: {
    sandbox: WorkspaceSandbox;
    outcome?: StartOutcome | undefined;
}) => void | Promise<void>;
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
interface StoredFilesystem {
    provider: string;
    config: Record<string, unknown>;
    readOnly?: boolean | undefined;
}
interface StoredSandbox {
    provider: string;
    config: Record<string, unknown>;
}
declare class UnknownProviderError extends WorkspaceError {
    readonly kind: 'sandbox' | 'filesystem';
    readonly provider: string;
    readonly known: readonly string[];
    name: string;
    constructor(kind: 'sandbox' | 'filesystem', provider: string, known: readonly string[]);
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
declare function createProviderRegistry(options?: ProviderRegistryOptions): ProviderRegistry;
declare const localFilesystemProvider: FilesystemProvider;
declare const localSandboxProvider: SandboxProvider;

export {
  FactoryRepositoryAccess,
  FactorySandbox,
  FactorySandboxBuild,
  FactorySandboxBuildStart,
  FactorySandboxBuildStatus,
  FactorySandboxBuilds,
  FactorySandboxContext,
  FilesystemProvider,
  ProviderList,
  ProviderRegistry,
  ProviderRegistryOptions,
  SandboxProvider,
  StoredFilesystem,
  StoredSandbox,
  UnknownProviderError,
  createProviderRegistry,
  localFilesystemProvider,
  localSandboxProvider,
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
//   RmdirOptions
//   SandboxCloneOptions
//   SandboxComputer
//   SandboxFileInput
//   SandboxInfo
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
//   WorkspaceError
//   WorkspaceErrorCode
//   WorkspaceFilesystem
//   WorkspaceSandbox
//   WriteFileOptions
