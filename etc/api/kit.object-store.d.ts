// @caisson/kit/object-store: the public interface. Written by `npm run api -- --update`.
import type { AbortOptions } from '@caisson/core/workspace'
import type { BaseFilesystem } from '@caisson/core/driver'
import type { BaseFilesystemOptions } from '@caisson/core/driver'
import type { CopyOptions } from '@caisson/core/workspace'
import type { DeleteFileOptions } from '@caisson/core/workspace'
import type { FileContent } from '@caisson/core/workspace'
import type { FileEntry } from '@caisson/core/workspace'
import type { FileStat } from '@caisson/core/workspace'
import type { FilesystemGrepOptions } from '@caisson/core/workspace'
import type { FilesystemGrepResult } from '@caisson/core/workspace'
import type { FilesystemIcon } from '@caisson/core/workspace'
import type { FilesystemInfo } from '@caisson/core/workspace'
import type { InstructionsOption } from '@caisson/core/workspace'
import type { MkdirOptions } from '@caisson/core/workspace'
import type { OperationOptions } from '@caisson/core/driver'
import type { ReadFileOptions } from '@caisson/core/workspace'
import type { ReadStreamOptions } from '@caisson/core/workspace'
import type { Readable } from 'node:stream'
import type { ReaddirOptions } from '@caisson/core/workspace'
import type { RequestScope } from '@caisson/core/workspace'
import type { RmdirOptions } from '@caisson/core/workspace'
import type { WalkEntry } from '@caisson/core/workspace'
import type { WalkOptions } from '@caisson/core/workspace'
import type { WorkspaceFilesystem } from '@caisson/core/workspace'
import type { WriteFileOptions } from '@caisson/core/workspace'

interface CopyRequest {
    readonly source: string;
    readonly destination: string;
    readonly facts?: ObjectFacts | undefined;
    readonly condition?: ObjectCondition | undefined;
    readonly signal?: AbortSignal | undefined;
}
interface GetOptions {
    readonly start?: number | undefined;
    readonly end?: number | undefined;
    readonly version?: string | undefined;
    readonly signal?: AbortSignal | undefined;
}
interface ListRequest {
    readonly prefix: string;
    readonly delimiter?: '/' | undefined;
    readonly from?: string | undefined;
    readonly limit?: number | undefined;
    readonly signal?: AbortSignal | undefined;
}
declare class MemoryObjectStore implements ObjectStoreDriver {
    #private;
    readonly provider: string;
    readonly bucket: string;
    readonly deleteBatch: number;
    readonly maxKeyBytes: number;
    constructor(options?: MemoryObjectStoreOptions);
    get keys(): readonly string[];
    check(signal?: AbortSignal): Promise<void>;
    head(key: string, signal?: AbortSignal): Promise<ObjectFacts | undefined>;
    get(key: string, options?: GetOptions): Promise<{
        facts: ObjectFacts;
        body: Readable;
    }>;
    put(key: string, body: Uint8Array, options?: PutOptions): Promise<{
        version?: string | undefined;
    }>;
    putStream(key: string, source: AsyncIterable<Uint8Array>, options?: PutOptions): Promise<void>;
    copy({ source, destination, condition, signal }: CopyRequest): Promise<void>;
    delete(keys: readonly string[], signal?: AbortSignal): Promise<readonly {
        key: string;
        error: unknown;
    }[]>;
    list(request: ListRequest): Promise<ObjectPage>;
    classifyError(error: unknown): ObjectErrorKind;
}
interface MemoryObjectStoreOptions {
    bucket?: string | undefined;
    pageSize?: number | undefined;
    deleteBatch?: number | undefined;
    timeStepMs?: number | undefined;
    onRequest?: ((request: MemoryRequest) => void | Promise<void>) | undefined;
}
interface MemoryRequest {
    readonly operation: 'check' | 'head' | 'get' | 'put' | 'putStream' | 'copy' | 'delete' | 'list';
    readonly key: string;
}
interface NativeEntries {
    deleteFile(key: string, signal: AbortSignal | undefined): Promise<void>;
    deleteTree(below: string, signal: AbortSignal | undefined): Promise<void>;
    copyFile(request: CopyRequest): Promise<void>;
    moveFile(request: CopyRequest): Promise<void>;
    makeDirectory(below: string, signal: AbortSignal | undefined): Promise<void>;
}
type ObjectCondition = {
    readonly kind: 'absent';
} | {
    readonly kind: 'unchanged';
    readonly version: string;
};
type ObjectErrorKind = 'missing' | 'noBucket' | 'denied' | 'unauthenticated' | 'exists' | 'changed' | 'conflict' | 'range' | 'invalid' | 'rateLimited' | 'unavailable' | 'aborted' | 'unknown';
interface ObjectFacts {
    readonly key: string;
    readonly size: number;
    readonly modifiedAt: Date;
    readonly createdAt?: Date | undefined;
    readonly mimeType?: string | undefined;
    readonly version?: string | undefined;
}
interface ObjectPage {
    readonly objects: readonly ObjectFacts[];
    readonly prefixes: readonly string[];
    readonly next?: string | undefined;
}
declare abstract class ObjectStoreAccess<Driver extends ObjectStoreDriver = ObjectStoreDriver> extends BaseFilesystem {
    #private;
    readonly id: string;
    readonly name: string;
    readonly provider: string;
    readonly displayName: string | undefined;
    readonly icon: FilesystemIcon | undefined;
    readonly description: string | undefined;
    readonly prefix: string;
    protected readonly driver: Driver;
    constructor(config: ObjectStoreConfig<Driver>);
    get readOnly(): boolean;
    protected makeReadOnly(): void;
    protected prepare(): Promise<void>;
    init(): Promise<void>;
    protected performInit(): Promise<void>;
    protected performDestroy(): Promise<void>;
    protected ensureReady(): Promise<void>;
    protected checkWritable(operation: string): void;
    protected checkNotRoot({ inner, path, operation }: ObjectTarget): void;
    protected change<T>(operation: string, path: string, options: OperationOptions, step: (target: ObjectTarget) => Promise<T>, kind?: ObjectTarget['kind']): Promise<T>;
    protected transfer(operation: string, [source, destination]: readonly [
        string,
        string
    ], options: OperationOptions, step: (source: ObjectTarget, destination: ObjectTarget) => Promise<void>): Promise<void>;
    protected at<T>(operation: string, path: string, options: OperationOptions, kind: ObjectTarget['kind'], step: (target: ObjectTarget) => Promise<T>): Promise<T>;
}
interface ObjectStoreConfig<Driver extends ObjectStoreDriver = ObjectStoreDriver> extends StorageOptions {
    driver: Driver;
    name?: string | undefined;
    provider?: string | undefined;
    idPrefix?: string | undefined;
    metadata?: Readonly<Record<string, unknown>> | undefined;
}
interface ObjectStoreDriver {
    readonly provider: string;
    readonly bucket: string;
    readonly deleteBatch: number;
    readonly maxKeyBytes: number;
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
    readonly entries?: NativeEntries | undefined;
    classifyError(error: unknown): ObjectErrorKind;
    close?(): void | Promise<void>;
}
declare class ObjectStoreError extends Error {
    readonly kind: ObjectErrorKind;
    name: string;
    constructor(message: string, kind: ObjectErrorKind, options?: {
        cause?: unknown;
    });
    static isInstance(value: unknown): value is ObjectStoreError;
}
declare class ObjectStoreFilesystem<Driver extends ObjectStoreDriver = ObjectStoreDriver> extends ObjectStoreAccess<Driver> implements WorkspaceFilesystem {
    #private;
    constructor(config: ObjectStoreConfig<Driver>);
    readFile(path: string, options?: ReadFileOptions): Promise<string | Buffer>;
    readStream(path: string, options?: ReadStreamOptions): Promise<Readable>;
    writeFile(path: string, content: FileContent, options?: WriteFileOptions): Promise<void>;
    writeStream(path: string, source: AsyncIterable<Uint8Array | string>, options?: WriteFileOptions): Promise<void>;
    appendFile(path: string, content: FileContent, options?: AbortOptions): Promise<void>;
    deleteFile(path: string, options?: DeleteFileOptions): Promise<void>;
    rmdir(path: string, options?: RmdirOptions): Promise<void>;
    copyFile(source: string, destination: string, options?: CopyOptions): Promise<void>;
    moveFile(source: string, destination: string, options?: CopyOptions): Promise<void>;
    mkdir(path: string, options?: MkdirOptions): Promise<void>;
    readdir(path: string, options?: ReaddirOptions): Promise<FileEntry[]>;
    walk(path: string, options?: WalkOptions): Promise<WalkEntry[]>;
    grep(options: FilesystemGrepOptions): Promise<FilesystemGrepResult[]>;
    exists(path: string, options?: AbortOptions): Promise<boolean>;
    stat(path: string, options?: AbortOptions): Promise<FileStat>;
    realpath(path: string): Promise<string>;
    getInstructions(scope?: RequestScope): string;
    getInfo(): FilesystemInfo;
}
interface ObjectTarget {
    readonly path: string;
    readonly inner: string;
    readonly key: string;
    readonly below: string;
    readonly operation: string;
    readonly kind: 'file' | 'directory';
    readonly signal: AbortSignal | undefined;
}
interface PutOptions {
    readonly mimeType?: string | undefined;
    readonly condition?: ObjectCondition | undefined;
    readonly signal?: AbortSignal | undefined;
}
interface StorageOptions extends BaseFilesystemOptions {
    id?: string | undefined;
    prefix?: string | undefined;
    readOnly?: boolean | undefined;
    displayName?: string | undefined;
    icon?: FilesystemIcon | undefined;
    description?: string | undefined;
    instructions?: InstructionsOption | undefined;
}
type WholeOrBlocks = {
    readonly whole: Uint8Array;
    readonly blocks?: undefined;
} | {
    readonly whole?: undefined;
    readonly blocks: AsyncIterable<Uint8Array>;
};
declare function normalizePrefix(prefix: string | undefined): string;
declare function statusErrorKind(status: number): ObjectErrorKind;
declare function toBlocks(source: AsyncIterable<Uint8Array>, sizeBytes: (number: number) => number): AsyncGenerator<Uint8Array, void, undefined>;
declare function whileBusy<Result>(classify: (error: unknown) => ObjectErrorKind, work: () => Promise<Result>, signal: AbortSignal | undefined): Promise<Result>;
declare function wholeOrBlocks(source: AsyncIterable<Uint8Array>, sizeBytes: (number: number) => number): Promise<WholeOrBlocks>;

export {
  CopyRequest,
  GetOptions,
  ListRequest,
  MemoryObjectStore,
  MemoryObjectStoreOptions,
  MemoryRequest,
  NativeEntries,
  ObjectCondition,
  ObjectErrorKind,
  ObjectFacts,
  ObjectPage,
  ObjectStoreConfig,
  ObjectStoreDriver,
  ObjectStoreError,
  ObjectStoreFilesystem,
  PutOptions,
  WholeOrBlocks,
  normalizePrefix,
  statusErrorKind,
  toBlocks,
  whileBusy,
  wholeOrBlocks,
}

// Reachable but not exported:
//   ObjectStoreAccess
//   ObjectTarget
//   StorageOptions
