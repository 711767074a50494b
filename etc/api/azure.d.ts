// @caisson/azure: the public interface. Written by `npm run api -- --update`.
import type * as sdkModule from '@azure/storage-blob'
import type { AzureBlobMountConfig } from '@caisson/kit/mounts'
import type { ContainerClient } from '@azure/storage-blob'
import type { CopyRequest } from '@caisson/kit/object-store'
import type { FilesystemProvider } from '@caisson/core/editor'
import type { GetOptions } from '@caisson/kit/object-store'
import type { ListRequest } from '@caisson/kit/object-store'
import type { MountProfile } from '@caisson/core/driver'
import type { MountableFilesystem } from '@caisson/core/driver'
import type { Mounter } from '@caisson/core/driver'
import type { ObjectErrorKind } from '@caisson/kit/object-store'
import type { ObjectFacts } from '@caisson/kit/object-store'
import type { ObjectPage } from '@caisson/kit/object-store'
import type { ObjectStoreDriver } from '@caisson/kit/object-store'
import type { ObjectStoreFilesystem } from '@caisson/kit/object-store'
import type { PutOptions } from '@caisson/kit/object-store'
import type { Readable } from 'node:stream'
import type { ResolvedMountConfig } from '@caisson/kit/mounts'
import type { ResolvesMountConfig } from '@caisson/kit/mounts'
import type { StorageOptions } from '@caisson/kit/options'
import type { newPipeline } from '@azure/storage-blob'

type AnyCredential = NonNullable<Parameters<typeof newPipeline>[0]>;
declare class AzureBlobDriver implements ObjectStoreDriver {
    #private;
    readonly provider = "azure-blob";
    readonly deleteBatch = 256;
    readonly maxKeyBytes = 3072;
    constructor(account: AzureContainer);
    get bucket(): string;
    get loaded(): AzureClients | undefined;
    load(): Promise<AzureClients>;
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
    list(request: ListRequest): Promise<ObjectPage>;
    classifyError(error: unknown): ObjectErrorKind;
}
declare class AzureBlobFilesystem extends ObjectStoreFilesystem<AzureBlobDriver> implements MountableFilesystem, ResolvesMountConfig {
    #private;
    constructor(options: AzureBlobFilesystemOptions);
    get containerClient(): ContainerClient;
    getMountConfig(): AzureBlobMountConfig;
    resolveMountConfig(signal?: AbortSignal): Promise<ResolvedMountConfig>;
    createMounter(profile: MountProfile): Mounter;
    protected prepare(): Promise<void>;
}
interface AzureBlobFilesystemOptions extends StorageOptions {
    container: string | undefined;
    accountName?: string | undefined;
    accountKey?: string | undefined;
    sasToken?: string | undefined;
    connectionString?: string | undefined;
    useDefaultCredential?: boolean | undefined;
    endpoint?: string | undefined;
}
interface AzureClients {
    readonly sdk: AzureSdk;
    readonly credential: AnyCredential;
    readonly reader: ContainerClient;
    readonly writer: ContainerClient;
}
interface AzureContainer {
    readonly endpoint: string;
    readonly container: string;
    readonly accountName?: string | undefined;
    readonly credential: AzureCredential;
}
type AzureCredential = {
    readonly kind: 'key';
    readonly accountName: string;
    readonly accountKey: string;
} | {
    readonly kind: 'sas';
    readonly sasToken: string;
} | {
    readonly kind: 'default';
} | {
    readonly kind: 'anonymous';
};
type AzureSdk = Omit<typeof sdkModule, 'default'>;
declare const azureBlobFilesystemProvider: FilesystemProvider;

export {
  AzureBlobFilesystem,
  AzureBlobFilesystemOptions,
  azureBlobFilesystemProvider,
}

// Reachable but not exported:
//   AnyCredential
//   AzureBlobDriver
//   AzureClients
//   AzureContainer
//   AzureCredential
//   AzureSdk
