// @caisson/platform: the public interface. Written by `npm run api -- --update`.
import type { AzureBlobMountConfig } from '@caisson/kit/mounts'
import type { BaseSandbox } from '@caisson/core/driver'
import type { CopyRequest } from '@caisson/kit/object-store'
import type { ErrorFacts } from '@caisson/core/driver'
import type { FactorySandbox } from '@caisson/core/editor'
import type { FactorySandboxBuilds } from '@caisson/core/editor'
import type { FactorySandboxContext } from '@caisson/core/editor'
import type { FactorySettings } from '@caisson/kit/options'
import type { FilesystemProvider } from '@caisson/core/editor'
import type { FuseMountConfig } from '@caisson/kit/mounts'
import type { GCSMountConfig } from '@caisson/kit/mounts'
import type { GetOptions } from '@caisson/kit/object-store'
import type { HttpCall } from '@caisson/kit/http'
import type { ListRequest } from '@caisson/kit/object-store'
import type { Logger } from '@caisson/core/workspace'
import type { NativeEntries } from '@caisson/kit/object-store'
import type { ObjectErrorKind } from '@caisson/kit/object-store'
import type { ObjectFacts } from '@caisson/kit/object-store'
import type { ObjectPage } from '@caisson/kit/object-store'
import type { ObjectStoreDriver } from '@caisson/kit/object-store'
import type { ObjectStoreFilesystem } from '@caisson/kit/object-store'
import type { OutputSink } from '@caisson/core/driver'
import type { ProcessManager } from '@caisson/core/driver'
import type { PutOptions } from '@caisson/kit/object-store'
import type { Readable } from 'node:stream'
import type { RemoteCodeModeTransport } from '@caisson/kit/code-mode'
import type { RemoteCodeModeTransportOptions } from '@caisson/kit/code-mode'
import type { RepositoryAccess } from '@caisson/kit/templates'
import type { RetryFact } from '@caisson/core/workspace'
import type { S3MountConfig } from '@caisson/kit/mounts'
import type { SandboxCloneOptions } from '@caisson/core/workspace'
import type { SandboxErrorCode } from '@caisson/core/workspace'
import type { SandboxGoneError } from '@caisson/core/workspace'
import type { SandboxOptions } from '@caisson/core/driver'
import type { SandboxProvider } from '@caisson/core/editor'
import type { SandboxProviderError } from '@caisson/core/workspace'
import type { StorageOptions } from '@caisson/kit/options'
import type { z } from 'zod'

interface AptInstallOptions {
    readonly noInstallRecommends?: boolean | undefined;
    readonly fixMissing?: boolean | undefined;
}
type CheckpointResult = {
    readonly status: 'captured' | 'coalesced';
    readonly checkpointName: string;
} | {
    readonly status: 'skipped';
    readonly reason: 'no-checkpoint-name-configured' | 'sandbox-not-running';
};
interface DestroyedFacts {
    readonly sandboxId?: string | undefined;
    readonly command?: string | undefined;
    readonly attempts: number;
    readonly opened?: boolean | undefined;
}
interface E2BExecRequest {
    readonly command: string;
    readonly cwd?: string | undefined;
    readonly env?: Readonly<Record<string, string>> | undefined;
    readonly abortSignal: AbortSignal;
    readonly onStdout: (data: Uint8Array | string) => void;
    readonly onStderr: (data: Uint8Array | string) => void;
}
interface E2BExecResult {
    readonly exitCode: number | null;
    readonly opened?: boolean | undefined;
    readonly closeReason?: string | undefined;
}
type E2BExecRunner = (lease: ExecLease, request: E2BExecRequest) => Promise<E2BExecResult>;
interface ExecEnd {
    readonly exitCode?: number | undefined;
    readonly signal?: string | undefined;
}
interface ExecLease {
    readonly provider: PlatformBackend;
    readonly sandboxId: string;
    readonly providerResourceId: string | undefined;
    readonly jwt: string;
    readonly wsEndpoint: string;
    readonly subprotocol: string;
    readonly expiresAtMs: number | undefined;
    readonly features: readonly string[];
}
interface ExecRequest {
    readonly command: string;
    readonly cwd?: string | undefined;
    readonly env?: Readonly<Record<string, string>> | undefined;
    readonly input?: 'open' | undefined;
    readonly abortSignal?: AbortSignal | undefined;
}
interface ExecSocket {
    binaryType: string;
    readonly readyState: number;
    readonly bufferedAmount: number;
    addEventListener(type: 'open' | 'message' | 'close' | 'error', listener: (event: ExecSocketEvent) => void, options?: {
        once?: boolean;
    }): void;
    send(data: string | Uint8Array<ArrayBuffer>): void;
    close(code?: number, reason?: string): void;
}
interface ExecSocketEvent {
    readonly type: string;
    readonly data?: unknown;
    readonly code?: number | undefined;
    readonly reason?: string | undefined;
}
interface ExecStream {
    readonly ended: Promise<ExecEnd>;
    signal(name: 'TERM' | 'KILL'): Promise<boolean>;
    write?(data: Uint8Array): Promise<void>;
    closeInput?(): Promise<void>;
    close(): void;
}
interface ExecTransportFacts {
    readonly sandboxId?: string | undefined;
    readonly command: string;
    readonly attempts: number;
    readonly opened: boolean;
    readonly closeCode?: number | undefined;
    readonly closeReason?: string | undefined;
    readonly wsEndpoint: string;
}
interface Features {
    readonly takesInput: boolean;
}
declare class InProcessSandboxAddressRegistry implements SandboxAddressRegistry {
    #private;
    get(sandboxId: string): SandboxAddress | undefined;
    set(sandboxId: string, address: SandboxAddress): void;
    delete(sandboxId: string): void;
}
declare class LeaseCache implements LeaseSource {
    #private;
    constructor(mint: () => Promise<ExecLease>);
    get isClosed(): boolean;
    get latest(): ExecLease | undefined;
    get(): Promise<ExecLease>;
    drop(lease: ExecLease): void;
    prefetch(): Promise<void>;
    close(): void;
}
interface LeaseSource {
    get(): Promise<ExecLease>;
    drop(lease: ExecLease): void;
    readonly isClosed?: boolean | undefined;
}
interface MachineExec {
    readonly place: ScriptPlace;
    readonly command: OpenExec;
    close(): Promise<void>;
}
interface MachineFacts {
    readonly sandboxId: string;
    readonly providerResourceId: string | undefined;
    readonly status: string | undefined;
    readonly createdAt: Date | undefined;
    readonly destroyedAt: Date | undefined;
    readonly instanceUrl: string | undefined;
    readonly instanceToken: string | undefined;
    readonly templatePending: TemplatePending | undefined;
    readonly backend: PlatformBackend;
}
interface MachineParts {
    readonly facts: MachineFacts;
    readonly leases: LeaseCache;
    readonly exec: MachineExec;
    readonly environment: Readonly<Record<string, string>>;
    readonly ownNames: readonly string[];
    readonly checkpointId: string | undefined;
}
interface NpmInstallOptions {
    readonly g?: boolean | undefined;
    readonly dev?: boolean | undefined;
}
type OpenExec = (request: ExecRequest, output: OutputSink) => Promise<ExecStream>;
interface PipInstallOptions {
    readonly g?: boolean | undefined;
}
interface PlatformAnswerFacts {
    readonly operation: string;
    readonly status: number;
    readonly body: string;
    readonly facts: ErrorFacts;
    readonly fault?: string | undefined;
}
declare class PlatformApiError extends Error {
    name: string;
    readonly status: number;
    readonly body: string;
    readonly code: string | undefined;
    readonly proxyMessage: string | undefined;
    readonly operation: string;
    readonly provider = "platform";
    readonly sandboxCode: SandboxErrorCode;
    readonly retry: RetryFact;
    readonly retryAfterMs: number | undefined;
    constructor({ operation, status, body, facts, fault }: PlatformAnswerFacts, options?: ErrorOptions);
}
type PlatformAzureBlobMountConfig = AzureBlobMountConfig;
type PlatformBackend = 'railway' | 'e2b';
interface PlatformCall {
    readonly operation: string;
    readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
    readonly path: string;
    readonly query?: Readonly<Record<string, string | undefined>> | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
    readonly json?: unknown;
    readonly body?: HttpCall['body'];
    readonly signal?: AbortSignal | undefined;
    readonly secrets?: readonly string[] | undefined;
    readonly limitMs?: number | undefined;
    readonly isHarmless?: boolean | undefined;
}
declare class PlatformClient {
    #private;
    constructor(options?: PlatformClientOptions | PlatformClientConfig);
    json<T>(call: PlatformCall, schema: z.ZodType<T>): Promise<T>;
    done(call: PlatformCall): Promise<{
        readonly status: number;
        readonly headers: Headers;
    }>;
    open(call: PlatformCall): Promise<Response>;
}
interface PlatformClientConfig {
    readonly connection: () => PlatformConnection;
    readonly fetch: typeof fetch;
}
interface PlatformClientOptions {
    accessToken?: string | undefined;
    projectId?: string | undefined;
    baseUrl?: string | undefined;
    urlPrefix?: PlatformUrlPrefix | undefined;
    sandboxProvider?: PlatformBackend | undefined;
    actingUserId?: string | undefined;
    sessionId?: string | undefined;
    threadId?: string | undefined;
    fetch?: typeof fetch | undefined;
}
declare class PlatformCodeModeTransport extends RemoteCodeModeTransport {
}
type PlatformCodeModeTransportOptions = RemoteCodeModeTransportOptions;
interface PlatformConnection extends ProjectPlace {
    readonly baseUrl: string;
    readonly accessToken: string;
    readonly actingUserId: string | undefined;
    readonly sessionId: string | undefined;
    readonly threadId: string | undefined;
}
declare class PlatformFactorySandbox implements FactorySandbox<Settings> {
    #private;
    readonly provider = "platform";
    readonly templateFields: readonly [
        'cpuCount',
        'memoryMb'
    ];
    readonly builds: FactorySandboxBuilds<Settings>;
    constructor(options?: PlatformFactorySandboxOptions);
    get settings(): Readonly<Record<string, unknown>>;
    template(context: FactorySandboxContext, settings?: Settings): PlatformTemplateResolver | undefined;
    create(context: FactorySandboxContext, settings?: Settings): PlatformSandbox;
}
interface PlatformFactorySandboxOptions extends Omit<PlatformSandboxOptions, 'id' | 'sandboxId' | 'sessionId' | 'template'> {
    defaults?: PlatformFactorySandboxSettings | undefined;
    template?: Pick<RepoTemplateOptions, 'buildEnv' | 'fetch'> | undefined;
}
interface PlatformFactorySandboxSettings extends FactorySettings {
}
declare class PlatformFilesystem extends ObjectStoreFilesystem<PlatformStoreDriver> {
    constructor(options?: PlatformFilesystemOptions);
}
interface PlatformFilesystemOptions extends StorageOptions, PlatformClientOptions {
    bucketName?: string | undefined;
}
type PlatformGCSMountConfig = GCSMountConfig;
declare class PlatformMachine {
    facts: MachineFacts;
    readonly leases: LeaseCache;
    readonly exec: MachineExec;
    readonly environment: Readonly<Record<string, string>>;
    readonly ownNames: readonly string[];
    readonly checkpointId: string | undefined;
    readonly templatePending: MachineFacts['templatePending'];
    constructor({ facts, leases, exec, environment, ownNames, checkpointId }: MachineParts);
    get sandboxId(): string;
    release(): void;
}
type PlatformMountConfig = FuseMountConfig;
declare class PlatformProcessManager extends ProcessManager<PlatformMachine> {
}
type PlatformS3MountConfig = S3MountConfig;
declare class PlatformSandbox extends BaseSandbox<PlatformMachine> {
    #private;
    constructor(options?: PlatformSandboxOptions);
    get processes(): PlatformProcessManager;
    get sandboxId(): string | undefined;
    get templatePending(): TemplatePending | undefined;
    captureCheckpoint(): Promise<CheckpointResult>;
    deleteCheckpoint(): Promise<void>;
    clone(options?: SandboxCloneOptions): PlatformSandbox;
    __setLogger(logger: Logger): void;
}
interface PlatformSandboxOptions extends SandboxOptions, PlatformClientOptions {
    environmentId?: string | undefined;
    sandboxId?: string | undefined;
    seedCheckpointName?: string | undefined;
    template?: PlatformTemplateSpec | undefined;
    idleTimeoutMinutes?: number | undefined;
    networkIsolation?: 'ISOLATED' | 'PRIVATE' | undefined;
    timeout?: number | undefined;
    stopBehavior?: 'destroy' | 'detach' | undefined;
    webSocketFactory?: WebSocketFactory | undefined;
    e2bExecRunner?: E2BExecRunner | undefined;
    addressRegistry?: SandboxAddressRegistry | undefined;
    privateNetFetch?: typeof fetch | undefined;
}
declare class PlatformStoreDriver implements ObjectStoreDriver {
    #private;
    readonly provider = "platform";
    readonly bucket: string;
    readonly deleteBatch = 1;
    readonly maxKeyBytes = 1024;
    readonly entries: NativeEntries;
    constructor(client: PlatformClient, bucket: string);
    check(signal?: AbortSignal): Promise<void>;
    head(key: string, signal?: AbortSignal): Promise<ObjectFacts | undefined>;
    get(key: string, options: GetOptions): Promise<{
        facts: ObjectFacts;
        body: Readable;
    }>;
    put(key: string, body: Uint8Array, options: PutOptions): Promise<{
        version?: string | undefined;
    }>;
    putStream(key: string, source: AsyncIterable<Uint8Array>, options: PutOptions): Promise<void>;
    copy(request: CopyRequest): Promise<void>;
    delete(keys: readonly string[], signal?: AbortSignal): Promise<readonly {
        key: string;
        error: unknown;
    }[]>;
    list({ prefix, delimiter, from, limit, signal }: ListRequest): Promise<ObjectPage>;
    classifyError(error: unknown): ObjectErrorKind;
}
interface PlatformTemplate {
    cpuCount(count: number): PlatformTemplate;
    memoryMB(size: number): PlatformTemplate;
    runCmd(command: string | readonly string[]): PlatformTemplate;
    setWorkdir(directory: string): PlatformTemplate;
    setEnvs(variables: Readonly<Record<string, string>>, options?: TemplateEnvsOptions): PlatformTemplate;
    aptInstall(packages: string | readonly string[], options?: AptInstallOptions): PlatformTemplate;
    pipInstall(packages?: string | readonly string[], options?: PipInstallOptions): PlatformTemplate;
    npmInstall(packages?: string | readonly string[], options?: NpmInstallOptions): PlatformTemplate;
    withFamily(key: string): PlatformTemplate;
    build(options?: TemplateBuildOptions): Promise<TemplateBuildStatus>;
    toJSON(): TemplateDefinition;
}
interface PlatformTemplateContext {
    readonly logger: Logger;
}
type PlatformTemplateResolver = (context?: PlatformTemplateContext) => Promise<PlatformTemplate | undefined>;
type PlatformTemplateSpec = PlatformTemplate | PlatformTemplateResolver | TemplateDefinition;
type PlatformUrlPrefix = 'backend' | 'v1' | 'v2';
declare class PrivateNetExecHttpError extends SandboxProviderError {
    name: string;
    readonly status: number;
    readonly body: string;
    constructor(status: number, body: string);
}
interface PrivateNetExecRequest {
    readonly command: string;
    readonly cwd?: string | undefined;
    readonly env?: Readonly<Record<string, string>> | undefined;
    readonly timeoutMs?: number | undefined;
    readonly signal?: AbortSignal | undefined;
    readonly fetch?: typeof fetch | undefined;
    readonly onStdout?: ((text: string) => void) | undefined;
    readonly onStderr?: ((text: string) => void) | undefined;
}
interface PrivateNetExecResult {
    readonly exitCode: number | null;
    readonly stdout: string;
    readonly stderr: string;
    readonly timedOut: boolean;
}
interface ProjectPlace {
    readonly prefix: PlatformUrlPrefix;
    readonly backend: PlatformBackend;
    readonly projectId: string;
}
interface RepoTemplateOptions {
    readonly getRepositoryAccess: (() => Promise<RepositoryAccess | undefined>) | undefined;
    readonly setupCommand?: string | readonly string[] | undefined;
    readonly buildEnv?: Readonly<Record<string, string>> | (() => Promise<Readonly<Record<string, string>>>) | undefined;
    readonly cpuCount?: number | undefined;
    readonly memoryMB?: number | undefined;
    readonly workingDirectory?: string | undefined;
    readonly fetch?: typeof fetch | undefined;
    readonly logger?: Logger | undefined;
}
interface SandboxAddress {
    readonly instanceUrl: string;
    readonly token?: string | undefined;
}
interface SandboxAddressRegistry {
    get(sandboxId: string): SandboxAddress | undefined | Promise<SandboxAddress | undefined>;
    set(sandboxId: string, address: SandboxAddress): void | Promise<void>;
    delete(sandboxId: string): void | Promise<void>;
}
declare class SandboxDestroyedError extends SandboxGoneError {
    name: string;
    readonly sandboxId: string | undefined;
    readonly command: string | undefined;
    readonly attempts: number;
    constructor({ sandboxId, command, attempts, opened }: DestroyedFacts, options?: {
        cause?: unknown;
    });
}
declare class SandboxExecTransportError extends SandboxProviderError {
    name: string;
    readonly sandboxId: string | undefined;
    readonly command: string;
    readonly attempts: number;
    readonly opened: boolean;
    readonly closeCode: number | undefined;
    readonly closeReason: string | undefined;
    readonly wsEndpoint: string;
    constructor(facts: ExecTransportFacts, options?: {
        cause?: unknown;
    });
}
interface ScriptPlace {
    readonly open: OpenExec;
    readonly features: () => Features;
}
type Settings = PlatformFactorySandboxSettings;
declare function Template(): PlatformTemplate;
type TemplateArgument = number | string | null | readonly string[] | Readonly<Record<string, string>> | Readonly<Record<string, boolean>>;
interface TemplateBuildOptions extends PlatformClientOptions {
    environmentId?: string | undefined;
    abortSignal?: AbortSignal | undefined;
}
interface TemplateBuildStatus {
    readonly status: 'ready' | 'pending' | 'failed';
    readonly templateId: string;
    readonly retryAfterMs?: number | undefined;
    readonly error?: string | undefined;
}
interface TemplateDefinition {
    readonly schemaVersion: 1;
    readonly operations: readonly TemplateOperation[];
    readonly family?: string;
}
interface TemplateEnvsOptions {
    readonly ephemeral?: boolean | undefined;
}
type TemplateMethod = 'aptInstall' | 'cpuCount' | 'memoryMB' | 'npmInstall' | 'pipInstall' | 'runCmd' | 'setEnvs' | 'setWorkdir';
interface TemplateOperation {
    readonly method: TemplateMethod;
    readonly args: readonly TemplateArgument[];
}
interface TemplatePending {
    readonly templateId: string;
    readonly retryAfterMs: number | undefined;
}
type WebSocketFactory = (url: string, protocols: string[]) => ExecSocket | Promise<ExecSocket>;
declare function createRepoTemplate(options: RepoTemplateOptions): PlatformTemplateResolver | undefined;
declare function execViaPrivateNetwork(address: SandboxAddress, { onStdout, onStderr, fetch: send, ...request }: PrivateNetExecRequest): Promise<PrivateNetExecResult>;
declare const platformFilesystemProvider: FilesystemProvider;
declare const platformSandboxProvider: SandboxProvider;

export {
  AptInstallOptions,
  CheckpointResult,
  E2BExecRequest,
  E2BExecResult,
  E2BExecRunner,
  ExecLease,
  ExecSocket,
  ExecSocketEvent,
  InProcessSandboxAddressRegistry,
  NpmInstallOptions,
  PipInstallOptions,
  PlatformApiError,
  PlatformAzureBlobMountConfig,
  PlatformBackend,
  PlatformCall,
  PlatformClient,
  PlatformClientConfig,
  PlatformClientOptions,
  PlatformCodeModeTransport,
  PlatformCodeModeTransportOptions,
  PlatformConnection,
  PlatformFactorySandbox,
  PlatformFactorySandboxOptions,
  PlatformFactorySandboxSettings,
  PlatformFilesystem,
  PlatformFilesystemOptions,
  PlatformGCSMountConfig,
  PlatformMountConfig,
  PlatformProcessManager,
  PlatformS3MountConfig,
  PlatformSandbox,
  PlatformSandboxOptions,
  PlatformTemplate,
  PlatformTemplateContext,
  PlatformTemplateResolver,
  PlatformTemplateSpec,
  PlatformUrlPrefix,
  PrivateNetExecHttpError,
  PrivateNetExecRequest,
  PrivateNetExecResult,
  RepoTemplateOptions,
  SandboxAddress,
  SandboxAddressRegistry,
  SandboxDestroyedError,
  SandboxExecTransportError,
  Template,
  TemplateArgument,
  TemplateBuildOptions,
  TemplateBuildStatus,
  TemplateDefinition,
  TemplateEnvsOptions,
  TemplateMethod,
  TemplateOperation,
  TemplatePending,
  WebSocketFactory,
  createRepoTemplate,
  execViaPrivateNetwork,
  platformFilesystemProvider,
  platformSandboxProvider,
}

// Reachable but not exported:
//   DestroyedFacts
//   ExecEnd
//   ExecRequest
//   ExecStream
//   ExecTransportFacts
//   Features
//   LeaseCache
//   LeaseSource
//   MachineExec
//   MachineFacts
//   MachineParts
//   OpenExec
//   PlatformAnswerFacts
//   PlatformMachine
//   PlatformStoreDriver
//   ProjectPlace
//   ScriptPlace
//   Settings
