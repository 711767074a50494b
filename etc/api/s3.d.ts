// @caisson/s3: the public interface. Written by `npm run api -- --update`.
import type * as sdkModule from '@aws-sdk/client-s3'
import type { CopyRequest } from '@caisson/kit/object-store'
import type { FilesystemIcon } from '@caisson/core/workspace'
import type { FilesystemProvider } from '@caisson/core/editor'
import type { GetOptions } from '@caisson/kit/object-store'
import type { ListRequest } from '@caisson/kit/object-store'
import type { Logger } from '@caisson/core/workspace'
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
import type { S3Client } from '@aws-sdk/client-s3'
import type { S3MountConfig } from '@caisson/kit/mounts'
import type { StorageOptions } from '@caisson/kit/options'

interface ResolvedS3Options {
    readonly id: string;
    readonly bucket: string;
    readonly region: string;
    readonly credentials: S3Credentials | S3CredentialsProvider | undefined;
    readonly endpoint: string | undefined;
    readonly forcePathStyle: boolean;
    readonly prefix: string | undefined;
    readonly readOnly: boolean;
    readonly displayName: string;
    readonly icon: FilesystemIcon;
}
interface S3Clients {
    readonly sdk: S3Sdk;
    readonly reader: S3Client;
    readonly writer: S3Client;
    readonly isAnonymous: boolean;
}
declare class S3Connection {
    #private;
    readonly options: ResolvedS3Options;
    constructor(options: ResolvedS3Options);
    get clients(): S3Clients | undefined;
    open(): Promise<S3Clients>;
    credentials(signal?: AbortSignal): Promise<S3Credentials | undefined>;
    close(): void;
}
interface S3Credentials {
    accessKeyId: string;
    secretAccessKey: string;
    sessionToken?: string | undefined;
    expiration?: Date | undefined;
}
type S3CredentialsProvider = () => S3Credentials | Promise<S3Credentials>;
declare class S3Driver implements ObjectStoreDriver {
    #private;
    readonly provider = "s3";
    readonly deleteBatch = 1000;
    readonly maxKeyBytes = 1024;
    constructor(config: S3DriverConfig);
    get bucket(): string;
    check(signal?: AbortSignal): Promise<void>;
    head(key: string, signal?: AbortSignal): Promise<ObjectFacts | undefined>;
    get(key: string, { start, end, version, signal }: GetOptions): Promise<{
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
    close(): void;
}
interface S3DriverConfig {
    readonly connection: S3Connection;
    readonly limits: S3Limits;
    readonly prefix: string;
    readonly log: {
        readonly target: Logger;
    };
}
declare class S3Filesystem extends ObjectStoreFilesystem<S3Driver> implements MountableFilesystem, ResolvesMountConfig {
    #private;
    constructor(options: S3FilesystemOptions);
    get bucket(): string;
    get client(): S3Client;
    getMountConfig(): S3MountConfig;
    resolveMountConfig(signal?: AbortSignal): Promise<ResolvedMountConfig>;
    createMounter(profile: MountProfile): Mounter;
    __setLogger(logger: Logger): void;
    protected prepare(): Promise<void>;
}
interface S3FilesystemOptions extends StorageOptions {
    bucket: string | undefined;
    region: string | undefined;
    credentials?: S3Credentials | S3CredentialsProvider | undefined;
    accessKeyId?: string | undefined;
    secretAccessKey?: string | undefined;
    sessionToken?: string | undefined;
    endpoint?: string | undefined;
    forcePathStyle?: boolean | undefined;
}
interface S3Limits {
    readonly answerTimeMs: number;
    readonly completionTimeMs: number;
    readonly bytesPerMs: number;
    readonly uploadPartBytes: number;
    readonly uploadsAtOnce: number;
    readonly mostParts: number;
    readonly copyBytes: number;
    readonly copyPartBytes: number;
    readonly copiesAtOnce: number;
}
type S3Sdk = typeof sdkModule;
declare const s3FilesystemProvider: FilesystemProvider;

export {
  S3Credentials,
  S3CredentialsProvider,
  S3Filesystem,
  S3FilesystemOptions,
  s3FilesystemProvider,
}

// Reachable but not exported:
//   ResolvedS3Options
//   S3Clients
//   S3Connection
//   S3Driver
//   S3DriverConfig
//   S3Limits
//   S3Sdk
