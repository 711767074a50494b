// @caisson/gcs: the public interface. Written by `npm run api -- --update`.
import type { Bucket } from '@google-cloud/storage'
import type { CopyRequest } from '@caisson/kit/object-store'
import type { FilesystemProvider } from '@caisson/core/editor'
import type { GCSMountConfig } from '@caisson/kit/mounts'
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
import type { Storage } from '@google-cloud/storage'
import type { StorageOptions } from '@caisson/kit/options'

type Auth = Storage['authClient'];
type CredentialSource = {
    readonly kind: 'value';
    readonly credentials: GCSCredentials;
} | {
    readonly kind: 'file';
    readonly file: string;
};
interface GCSBucket {
    readonly name: string;
    readonly endpoint: string;
    readonly isCustom: boolean;
    readonly projectId?: string | undefined;
    readonly source?: CredentialSource | undefined;
}
interface GCSClients {
    readonly storage: Storage;
    readonly sender: Sender;
    readonly auth: Auth;
    readonly isAnonymous: boolean;
}
interface GCSCredentials {
    client_email?: string | undefined;
    private_key?: string | undefined;
    type?: string | undefined;
    [field: string]: unknown;
}
declare class GCSDriver implements ObjectStoreDriver {
    #private;
    readonly provider = "gcs";
    readonly deleteBatch = 100;
    readonly maxKeyBytes = 1024;
    constructor(bucket: GCSBucket);
    get bucket(): string;
    get loaded(): GCSClients | undefined;
    load(): Promise<GCSClients>;
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
declare class GCSFilesystem extends ObjectStoreFilesystem<GCSDriver> implements MountableFilesystem, ResolvesMountConfig {
    #private;
    constructor(options: GCSFilesystemOptions);
    get storage(): Storage;
    get bucket(): Bucket;
    getMountConfig(): GCSMountConfig;
    resolveMountConfig(signal?: AbortSignal): Promise<ResolvedMountConfig>;
    createMounter(profile: MountProfile): Mounter;
    protected prepare(): Promise<void>;
}
interface GCSFilesystemOptions extends StorageOptions {
    bucket: string | undefined;
    projectId?: string | undefined;
    credentials?: GCSCredentials | string | undefined;
    endpoint?: string | undefined;
}
type Sender = Pick<Auth, 'request'>;
declare const gcsFilesystemProvider: FilesystemProvider;

export {
  GCSCredentials,
  GCSFilesystem,
  GCSFilesystemOptions,
  gcsFilesystemProvider,
}

// Reachable but not exported:
//   Auth
//   CredentialSource
//   GCSBucket
//   GCSClients
//   GCSDriver
//   Sender
