// @caisson/core/tools: the public interface. Written by `npm run api -- --update`.
import type { Readable } from 'node:stream'
import type { StandardJSONSchemaV1 } from '@standard-schema/spec'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Writable } from 'node:stream'

interface AbortOptions {
    abortSignal?: AbortSignal | undefined;
}
interface BuildRunnerOptions {
    programModule: string;
    externals: readonly CodeModeExternal[];
    framing?: 'private' | 'plain' | undefined;
}
interface CodeModeConfig extends CodeModeLimits {
    tools: CodeModeTools;
    sandbox?: WorkspaceSandbox | undefined;
    timeout?: number | undefined;
    id?: string | undefined;
}
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
interface CodeModeExternal {
    readonly name: string;
    readonly id: string;
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
interface CodeModeObserver {
    span?<T>(name: string, step: () => Promise<T>): Promise<T>;
    log?(level: 'info' | 'error', message: string, data: Record<string, unknown>): void;
}
interface CodeModeResult {
    readonly tool: CodeModeTool;
    readonly instructions: string;
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
interface CodeModeSchema<Value> extends StandardSchemaV1<Value>, StandardJSONSchemaV1<Value> {
    readonly '~standard': StandardSchemaV1.Props<Value> & StandardJSONSchemaV1.Props<Value>;
}
interface CodeModeStub {
    readonly toolId: string;
    readonly name: string;
    readonly declaration: string;
}
interface CodeModeTool {
    readonly id: string;
    readonly description: string;
    readonly inputSchema: CodeModeSchema<CodeModeToolArguments>;
    readonly outputSchema: CodeModeSchema<CodeModeToolResult>;
    execute(input: CodeModeToolArguments, context?: CodeModeToolContext): Promise<CodeModeToolResult | ValidationFailure>;
}
interface CodeModeToolArguments {
    code: string;
}
interface CodeModeToolContext {
    requestContext?: RequestContext | undefined;
    abortSignal?: AbortSignal | undefined;
    workspace?: CodeModeWorkspace | undefined;
    observe?: CodeModeObserver | undefined;
    mastra?: unknown;
}
type CodeModeToolDispatcher = (tool: string, args: unknown) => Promise<unknown>;
interface CodeModeToolInput {
    readonly id?: string | undefined;
    readonly description?: string | undefined;
    readonly inputSchema?: unknown;
    readonly outputSchema?: unknown;
    readonly execute?: {
        method(args: unknown, context: unknown): unknown;
    }['method'] | undefined;
}
interface CodeModeToolResult {
    success: boolean;
    result?: unknown;
    logs?: string[];
    error?: CodeModeError;
}
type CodeModeTools = Readonly<Record<string, CodeModeToolInput>>;
interface CodeModeTransport {
    readonly requiresSandbox?: boolean | undefined;
    readonly environment?: string | undefined;
    run(options: CodeModeRunOptions): Promise<CodeModeToolResult>;
}
interface CodeModeWorkspace {
    resolveSandbox?(scope: RequestScope): WorkspaceSandbox | undefined | Promise<WorkspaceSandbox | undefined>;
    readonly sandbox?: unknown;
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
declare const FRAME_PREFIX = "\0CODEMODE\0";
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
declare class FrameDecoder {
    #private;
    constructor(options: FrameDecoderOptions, sink: FrameSink);
    push(chunk: Uint8Array): void;
    end(): void;
}
interface FrameDecoderOptions {
    readonly nonce: string | (() => string) | undefined;
    readonly maxFrameBytes: number;
}
interface FrameSink {
    frame(json: Buffer): void;
    text(bytes: Buffer): void;
    overflow(): void;
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
declare class NotAllowedError extends SandboxError {
    readonly tool: string;
    name: string;
    constructor(tool: string);
}
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
type PreparedProgram = {
    readonly ok: true;
    readonly script: string;
} | {
    readonly ok: false;
    readonly error: CodeModeError;
};
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
interface ProgramExit {
    readonly exitCode?: number | undefined;
    readonly signal?: string | undefined;
    readonly error?: unknown;
}
interface ProgramLauncher {
    readonly frames: 'channel' | 'stdout';
    readonly nodeCommand?: string | undefined;
    start(start: ProgramStart): Promise<ProgramProcess>;
}
interface ProgramOutput {
    channel(data: Uint8Array): void;
    stdout(text: string): void;
    stderr(text: string): void;
}
interface ProgramProcess {
    send(text: string): Promise<void>;
    readonly exited: Promise<ProgramExit>;
    kill(): Promise<unknown>;
    release(): void;
}
interface ProgramStart {
    readonly command: string;
    readonly bootLine: string;
    readonly output: ProgramOutput;
    readonly signal: AbortSignal;
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
type ResolvedCodeModeLimits = {
    readonly [Name in keyof CodeModeLimits]-?: number;
};
type RetryFact = 'safe' | 'ambiguous' | 'never';
interface RmdirOptions extends AbortOptions {
    recursive?: boolean | undefined;
    force?: boolean | undefined;
}
interface RunProgramOptions {
    readonly stripTypes?: TypeStripper | undefined;
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
interface SandboxErrorOptions {
    cause?: unknown;
    retry?: RetryFact | undefined;
    retryAfterMs?: number | undefined;
    operation?: string | undefined;
    provider?: string | undefined;
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
interface SandboxLauncherOptions extends Pick<ProgramLauncher, 'frames' | 'nodeCommand'> {
    readonly cwd?: string;
    readonly env?: Environment;
    readonly timeout?: number;
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
type SandboxStartHook = (args: {
    sandbox: WorkspaceSandbox;
    outcome?: StartOutcome | undefined;
}) => void | Promise<void>;
declare class SerializationError extends SandboxError {
    readonly place: string;
    name: string;
    constructor(place: string, problem: string);
}
interface SourceFault {
    readonly message: string;
    readonly line: number | undefined;
    readonly column?: number | undefined;
    readonly isUnerasable: boolean;
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
declare class StdioCodeModeTransport implements CodeModeTransport {
    #private;
    readonly requiresSandbox: boolean;
    readonly environment: string;
    constructor(options?: StdioCodeModeTransportOptions);
    run(options: CodeModeRunOptions): Promise<CodeModeToolResult>;
}
interface StdioCodeModeTransportOptions {
    nodePath?: string | undefined;
    cwd?: string | undefined;
    env?: Environment | undefined;
}
type StrippedSource = {
    readonly ok: true;
    readonly code: string;
} | {
    readonly ok: false;
    readonly fault: SourceFault;
};
declare class TooManyCallsError extends SandboxError {
    readonly limit: number;
    name: string;
    constructor(limit: number);
}
declare class ToolInputError extends SandboxError {
    readonly tool: string;
    name: string;
    constructor(tool: string, problem: string);
}
type TypeStripper = (source: string) => Promise<StrippedSource>;
interface ValidationFailure {
    error: true;
    message: string;
    validationErrors: {
        errors: string[];
        fields: Record<string, {
            errors: string[];
        }>;
    };
}
declare class ValueTooLargeError extends SandboxError {
    readonly limitBytes: number;
    name: string;
    constructor(what: string, limitBytes: number);
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
declare function buildProgramModule(program: string): string;
declare function buildRunner(options: BuildRunnerOptions): string;
declare const codeModeLimits: ResolvedCodeModeLimits;
declare function createCodeMode(config: CodeModeConfig, transport?: CodeModeTransport): CodeModeResult;
declare function createCodeModeInstructions(config: CodeModeConfig, transport?: CodeModeTransport): string;
declare function createCodeModeTool(config: CodeModeConfig, transport?: CodeModeTransport): CodeModeTool;
declare function createSandboxLauncher(processes: SandboxProcessManager, { frames, nodeCommand, cwd, env, timeout }: SandboxLauncherOptions): ProgramLauncher;
declare function generateStubs(tools: CodeModeTools): CodeModeStub[];
declare function jsonSchemaToTsString(schema: unknown): string;
declare function parseRunnerFrame(json: Buffer): CodeModeRunnerFrame | undefined;
declare function prepareProgram(text: string, stripper?: TypeStripper): Promise<PreparedProgram>;
declare function runProgram(options: CodeModeRunOptions, launcher: ProgramLauncher, { stripTypes }?: RunProgramOptions): Promise<CodeModeToolResult>;
declare function sanitizeToolId(id: string): string;
declare function serializeValue(value: unknown, label: string): string | undefined;

export {
  BuildRunnerOptions,
  CodeModeConfig,
  CodeModeDoneEvent,
  CodeModeError,
  CodeModeExternal,
  CodeModeLimits,
  CodeModeLogEvent,
  CodeModeObserver,
  CodeModeResult,
  CodeModeRpcRequest,
  CodeModeRpcResponse,
  CodeModeRunOptions,
  CodeModeRunnerFrame,
  CodeModeSchema,
  CodeModeStub,
  CodeModeTool,
  CodeModeToolArguments,
  CodeModeToolContext,
  CodeModeToolDispatcher,
  CodeModeToolInput,
  CodeModeToolResult,
  CodeModeTools,
  CodeModeTransport,
  CodeModeWorkspace,
  FRAME_PREFIX,
  FrameDecoder,
  FrameDecoderOptions,
  FrameSink,
  NotAllowedError,
  PreparedProgram,
  ProgramExit,
  ProgramLauncher,
  ProgramOutput,
  ProgramProcess,
  ProgramStart,
  ResolvedCodeModeLimits,
  RunProgramOptions,
  SandboxLauncherOptions,
  SerializationError,
  SourceFault,
  StdioCodeModeTransport,
  StdioCodeModeTransportOptions,
  StrippedSource,
  TooManyCallsError,
  ToolInputError,
  TypeStripper,
  ValidationFailure,
  ValueTooLargeError,
  buildProgramModule,
  buildRunner,
  codeModeLimits,
  createCodeMode,
  createCodeModeInstructions,
  createCodeModeTool,
  createSandboxLauncher,
  generateStubs,
  jsonSchemaToTsString,
  parseRunnerFrame,
  prepareProgram,
  runProgram,
  sanitizeToolId,
  serializeValue,
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
//   RetryFact
//   RmdirOptions
//   SandboxCloneOptions
//   SandboxComputer
//   SandboxError
//   SandboxErrorCode
//   SandboxErrorOptions
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
//   WorkspaceFilesystem
//   WorkspaceSandbox
//   WriteFileOptions
