// @caisson/e2b: the public interface. Written by `npm run api -- --update`.
import type { AzureBlobMountConfig } from '@caisson/kit/mounts'
import type { BaseSandbox } from '@caisson/core/driver'
import type { FuseMountConfig } from '@caisson/kit/mounts'
import type { GCSMountConfig } from '@caisson/kit/mounts'
import type { Logger } from '@caisson/core/workspace'
import type { ProcessManager } from '@caisson/core/driver'
import type { RemoteCodeModeTransport } from '@caisson/kit/code-mode'
import type { RemoteCodeModeTransportOptions } from '@caisson/kit/code-mode'
import type { S3MountConfig } from '@caisson/kit/mounts'
import type { Sandbox } from 'e2b'
import type { SandboxCloneOptions } from '@caisson/core/workspace'
import type { SandboxLifecycle } from 'e2b'
import type { SandboxNetworkOpts } from 'e2b'
import type { SandboxOptions } from '@caisson/core/driver'
import type { SandboxProvider } from '@caisson/core/editor'
import type { TemplateBuilder } from 'e2b'
import type { TemplateClass } from 'e2b'

type E2BAzureBlobMountConfig = AzureBlobMountConfig;
declare class E2BCodeModeTransport extends RemoteCodeModeTransport {
}
type E2BCodeModeTransportOptions = RemoteCodeModeTransportOptions;
type E2BGCSMountConfig = GCSMountConfig;
declare class E2BMachine {
    #private;
    readonly keepAlive: KeepAlive;
    facts: MachineFacts;
    environmentNames: readonly string[];
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
    template?: E2BTemplate | undefined;
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
type E2BTemplate = string | (TemplateClass & object) | ((base: TemplateBuilder) => TemplateClass);
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
declare const e2bSandboxProvider: SandboxProvider;

export {
  E2BAzureBlobMountConfig,
  E2BCodeModeTransport,
  E2BCodeModeTransportOptions,
  E2BGCSMountConfig,
  E2BMountConfig,
  E2BProcessManager,
  E2BS3MountConfig,
  E2BSandbox,
  E2BSandboxOptions,
  E2BTemplate,
  E2BTemplate as TemplateSpec,
  e2bSandboxProvider,
}

// Reachable but not exported:
//   E2BMachine
//   KeepAlive
//   KeepAliveConfig
//   MachineFacts
