// @caisson/e2b: the public interface. Written by `npm run api -- --update`.
import type { AzureBlobMountConfig } from '@caisson/kit/mounts'
import type { BaseSandbox } from '@caisson/core/driver'
import type { BuildLogEntry } from '@caisson/kit/templates'
import type { FactorySandbox } from '@caisson/core/editor'
import type { FactorySandboxBuilds } from '@caisson/core/editor'
import type { FactorySandboxContext } from '@caisson/core/editor'
import type { FactorySettings } from '@caisson/kit/options'
import type { FuseMountConfig } from '@caisson/kit/mounts'
import type { GCSMountConfig } from '@caisson/kit/mounts'
import type { Logger } from '@caisson/core/workspace'
import type { MountTool } from '@caisson/kit/mounts'
import type { NodeSource } from '@caisson/kit/templates'
import type { ProcessManager } from '@caisson/core/driver'
import type { RemoteCodeModeTransport } from '@caisson/kit/code-mode'
import type { RemoteCodeModeTransportOptions } from '@caisson/kit/code-mode'
import type { RepositoryAccess } from '@caisson/kit/templates'
import type { S3MountConfig } from '@caisson/kit/mounts'
import type { Sandbox } from 'e2b'
import type { SandboxCloneOptions } from '@caisson/core/workspace'
import type { SandboxLifecycle } from 'e2b'
import type { SandboxNetworkOpts } from 'e2b'
import type { SandboxOptions } from '@caisson/core/driver'
import type { SandboxProvider } from '@caisson/core/editor'
import type { SandboxStartHook } from '@caisson/core/workspace'
import type { TemplateBuilder } from 'e2b'
import type { TemplateClass } from 'e2b'

interface DeferredNamedTemplateSpec {
    resolveSpec(context: TemplateResolveContext): Promise<NamedTemplateSpec>;
}
type E2BAzureBlobMountConfig = AzureBlobMountConfig;
declare class E2BCodeModeTransport extends RemoteCodeModeTransport {
}
type E2BCodeModeTransportOptions = RemoteCodeModeTransportOptions;
declare class E2BFactorySandbox implements FactorySandbox<Settings> {
    #private;
    readonly provider = "e2b";
    readonly templateFields: readonly [
        'cpuCount',
        'memoryMb'
    ];
    readonly builds: Required<FactorySandboxBuilds<Settings>>;
    constructor(options?: E2BFactorySandboxOptions);
    get settings(): Readonly<Record<string, unknown>>;
    template(context: FactorySandboxContext, settings?: Settings): DeferredNamedTemplateSpec | undefined;
    create(context: FactorySandboxContext, settings?: Settings): E2BSandbox;
}
interface E2BFactorySandboxOptions extends Omit<E2BSandboxOptions, 'id' | 'sandboxId' | 'template'> {
    defaults?: E2BFactorySandboxSettings | undefined;
    template?: Pick<RepoTemplateOptions, 'baseTemplate' | 'buildEnv' | 'fetch'> | undefined;
}
interface E2BFactorySandboxSettings extends FactorySettings {
}
type E2BGCSMountConfig = GCSMountConfig;
declare class E2BMachine {
    #private;
    readonly keepAlive: KeepAlive;
    facts: MachineFacts;
    environmentNames: readonly string[];
    template: TemplateObservations;
    constructor(sandbox: Sandbox, makeKeepAlive: (machine: E2BMachine) => KeepAlive);
    get sandboxId(): string;
    get isUsed(): boolean;
    get closed(): AbortSignal;
    use(): Sandbox;
    hostOf(port: number): string;
    exchange(sandbox: Sandbox): boolean;
    close(): void;
}
type E2BMountConfig = FuseMountConfig;
declare class E2BProcessManager extends ProcessManager<E2BMachine> {
}
type E2BS3MountConfig = S3MountConfig;
declare class E2BSandbox extends BaseSandbox<E2BMachine> {
    #private;
    constructor(options?: E2BSandboxOptions);
    get processes(): E2BProcessManager;
    get e2b(): Sandbox;
    get instance(): Sandbox;
    get sandboxId(): string | undefined;
    clone(options?: SandboxCloneOptions): E2BSandbox;
    __setLogger(logger: Logger): void;
}
interface E2BSandboxOptions extends SandboxOptions {
    sandboxId?: string | undefined;
    template?: TemplateSpec | undefined;
    defaultTemplate?: MountableTemplateOptions | undefined;
    buildTimeoutMs?: number | undefined;
    onBuildLog?: ((entry: BuildLogEntry) => void) | undefined;
    timeout?: number | undefined;
    metadata?: Record<string, unknown> | undefined;
    network?: SandboxNetworkOpts | undefined;
    lifecycle?: SandboxLifecycle | undefined;
    checkpointName?: string | undefined;
    seedCheckpointName?: string | undefined;
    domain?: string | undefined;
    apiUrl?: string | undefined;
    sandboxUrl?: string | undefined;
    apiKey?: string | undefined;
    accessToken?: string | undefined;
}
interface E2BSessionSandboxContext {
    readonly sessionId: string;
    readonly repoFullName?: string | undefined;
    readonly repoSha?: string | undefined;
    readonly setupCommand?: string | readonly string[] | undefined;
    readonly onStart?: SandboxStartHook | undefined;
}
interface E2BSessionSandboxOptions extends Omit<E2BSandboxOptions, 'id' | 'sandboxId' | 'timeout'> {
    idleTimeoutMinutes?: number | undefined;
}
declare class KeepAlive {
    #private;
    constructor(endMs: number, config: KeepAliveConfig);
    get endMs(): number;
    noteEnd(endMs: number): void;
    hold(): () => void;
    close(): void;
}
interface KeepAliveConfig {
    readonly lifetimeMs: number;
    readonly readEnd: () => Promise<number | undefined>;
    readonly extend: () => Promise<void>;
    readonly onFailure: (error: unknown) => void;
}
interface MachineFacts {
    readonly templateId?: string | undefined;
    readonly cpuCount?: number | undefined;
    readonly memoryMB?: number | undefined;
}
interface MountableTemplate {
    readonly template: TemplateBuilder;
    readonly id: string;
    readonly aptPackages: readonly string[];
    readonly resources: {
        readonly cpuCount: number;
        readonly memoryMB: number;
    };
}
interface MountableTemplateOptions {
    readonly cpuCount?: number | undefined;
    readonly memoryMB?: number | undefined;
    readonly nodeVersion?: string | undefined;
    readonly nodeSource?: NodeSource | undefined;
    readonly tools?: readonly MountTool[] | undefined;
}
interface NamedTemplateSpec {
    readonly ref: string;
    readonly template: TemplateDefinition | TemplateMaker;
    readonly fallbackTemplate?: string | TemplateDefinition | NamedTemplateSpec | undefined;
    readonly staleRef?: string | undefined;
    readonly buildTags?: readonly string[] | undefined;
    readonly buildResources?: TemplateResources | undefined;
    readonly secrets?: readonly string[] | undefined;
}
interface PreparedTemplate {
    readonly template: TemplateDefinition;
    readonly dispose?: (() => Promise<void>) | undefined;
}
interface RefreshedRepoTemplate {
    readonly ref: string;
    readonly action: 'reused' | 'built';
    readonly sha?: string | undefined;
}
type RepoBuildEnv = Readonly<Record<string, string>> | (() => Promise<Readonly<Record<string, string>>>);
type RepoDefaultTemplate = Omit<MountableTemplateOptions, 'cpuCount' | 'memoryMB'>;
interface RepoTemplateConnection extends Pick<E2BSandboxOptions, 'apiKey' | 'accessToken' | 'domain' | 'apiUrl'> {
    readonly abortSignal?: AbortSignal | undefined;
    readonly buildTimeoutMs?: number | undefined;
    readonly onBuildLog?: ((entry: BuildLogEntry) => void) | undefined;
    readonly logger?: Logger | undefined;
}
interface RepoTemplateIdentity {
    readonly cloneUrl: string;
    readonly sha?: string | undefined;
    readonly setupCommand?: string | readonly string[] | undefined;
    readonly buildEnv?: Readonly<Record<string, string>> | readonly string[] | undefined;
    readonly cpuCount?: number | undefined;
    readonly memoryMB?: number | undefined;
    readonly workingDirectory?: string | undefined;
    readonly baseTemplate?: string | undefined;
    readonly defaultTemplate?: RepoDefaultTemplate | undefined;
}
interface RepoTemplateOptions {
    readonly getRepositoryAccess: (() => Promise<RepositoryAccess | undefined>) | undefined;
    readonly setupCommand?: string | readonly string[] | undefined;
    readonly buildEnv?: RepoBuildEnv | undefined;
    readonly cpuCount?: number | undefined;
    readonly memoryMB?: number | undefined;
    readonly workingDirectory?: string | undefined;
    readonly baseTemplate?: string | undefined;
    readonly defaultTemplate?: RepoDefaultTemplate | undefined;
    readonly fetch?: typeof fetch | undefined;
    readonly logger?: Logger | undefined;
}
type Settings = E2BFactorySandboxSettings;
type TemplateDefinition = TemplateClass & object;
type TemplateMaker = () => Promise<PreparedTemplate>;
interface TemplateObservations {
    readonly templateName?: string;
    readonly templateFallback?: string;
}
interface TemplateResolveContext {
    readonly signal: AbortSignal;
    readonly logger: Logger;
}
interface TemplateResources {
    readonly cpuCount?: number | undefined;
    readonly memoryMB?: number | undefined;
}
type TemplateSpec = string | TemplateDefinition | ((base: TemplateBuilder) => TemplateClass) | NamedTemplateSpec | DeferredNamedTemplateSpec;
declare function createDefaultMountableTemplate(options?: MountableTemplateOptions): MountableTemplate;
declare function createRepoTemplate(options: RepoTemplateOptions): DeferredNamedTemplateSpec | undefined;
declare const e2bSandboxProvider: SandboxProvider;
declare function e2bSessionSandbox(options?: E2BSessionSandboxOptions): (context: E2BSessionSandboxContext) => E2BSandbox;
declare function refreshRepoTemplate(options: RepoTemplateOptions, connection?: RepoTemplateConnection): Promise<RefreshedRepoTemplate>;
declare function repoTemplateRef(identity: RepoTemplateIdentity): string;

export {
  BuildLogEntry,
  DeferredNamedTemplateSpec,
  E2BAzureBlobMountConfig,
  E2BCodeModeTransport,
  E2BCodeModeTransportOptions,
  E2BFactorySandbox,
  E2BFactorySandboxOptions,
  E2BFactorySandboxSettings,
  E2BGCSMountConfig,
  E2BMountConfig,
  E2BProcessManager,
  E2BS3MountConfig,
  E2BSandbox,
  E2BSandboxOptions,
  E2BSessionSandboxContext,
  E2BSessionSandboxOptions,
  MountableTemplate,
  MountableTemplateOptions,
  NamedTemplateSpec,
  NodeSource,
  PreparedTemplate,
  RefreshedRepoTemplate,
  RepoTemplateConnection,
  RepoTemplateIdentity,
  RepoTemplateOptions,
  TemplateDefinition,
  TemplateMaker,
  TemplateResolveContext,
  TemplateResources,
  TemplateSpec,
  TemplateSpec as E2BTemplate,
  createDefaultMountableTemplate,
  createRepoTemplate,
  e2bSandboxProvider,
  e2bSessionSandbox,
  refreshRepoTemplate,
  repoTemplateRef,
}

// Reachable but not exported:
//   E2BMachine
//   KeepAlive
//   KeepAliveConfig
//   MachineFacts
//   RepoBuildEnv
//   RepoDefaultTemplate
//   Settings
//   TemplateObservations
