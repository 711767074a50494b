// @caisson/kit/filesystem: the public interface. Written by `npm run api -- --update`.
import type { AbortOptions } from '@caisson/core/workspace'
import type { BaseFilesystem } from '@caisson/core/driver'
import type { CopyOptions } from '@caisson/core/workspace'
import type { DeleteFileOptions } from '@caisson/core/workspace'
import type { DriverRunResult } from '@caisson/core/driver'
import type { FileContent } from '@caisson/core/workspace'
import type { FileEntry } from '@caisson/core/workspace'
import type { FileStat } from '@caisson/core/workspace'
import type { FilesystemError } from '@caisson/core/workspace'
import type { FilesystemGrepOptions } from '@caisson/core/workspace'
import type { FilesystemGrepResult } from '@caisson/core/workspace'
import type { FilesystemIcon } from '@caisson/core/workspace'
import type { FilesystemInfo } from '@caisson/core/workspace'
import type { MkdirOptions } from '@caisson/core/workspace'
import type { OperationOptions } from '@caisson/core/driver'
import type { ReadFileOptions } from '@caisson/core/workspace'
import type { ReadStreamOptions } from '@caisson/core/workspace'
import type { Readable } from 'node:stream'
import type { ReaddirOptions } from '@caisson/core/workspace'
import type { RmdirOptions } from '@caisson/core/workspace'
import type { SandboxFileInput } from '@caisson/core/workspace'
import type { ShellCommand } from '@caisson/core/driver'
import type { WalkEntry } from '@caisson/core/workspace'
import type { WalkOptions } from '@caisson/core/workspace'
import type { WorkspaceFilesystem } from '@caisson/core/workspace'
import type { WorkspaceSandbox } from '@caisson/core/workspace'
import type { WriteFileOptions } from '@caisson/core/workspace'

declare class CutDownloadError extends FilesystemError {
    name: string;
    readonly sizeBytes: number | undefined;
    constructor(path: string, sizeBytes: number | undefined, options?: {
        cause?: unknown;
    });
}
declare abstract class DiskAccess extends BaseFilesystem {
    protected readonly files: MachineFiles;
    protected readonly paths: DiskPaths;
    constructor(files: MachineFiles);
    protected atFile<T>(operation: string, path: string, options: OperationOptions, step: (target: DiskTarget) => Promise<T>): Promise<T>;
    protected atFiles(operation: string, [source, destination]: readonly [
        string,
        string
    ], options: OperationOptions, step: (source: DiskTarget, destination: DiskTarget) => Promise<void>): Promise<void>;
    protected at<T>(operation: string, path: string, options: OperationOptions, kind: DiskTarget['kind'], step: (target: DiskTarget) => Promise<T>): Promise<T>;
    protected script(command: ShellCommand, first: DiskTarget, second?: DiskTarget): Promise<Buffer>;
    protected checkNotRoot({ location, path, operation }: DiskTarget): void;
}
declare class DiskPaths {
    #private;
    constructor(files: MachineFiles);
    locate(path: string, operation: string): Promise<string>;
    get base(): string | undefined;
    show(location: string): string;
    isRoot(location: string): boolean;
}
interface DiskTarget {
    readonly path: string;
    readonly location: string;
    readonly operation: string;
    readonly kind: 'file' | 'directory';
    readonly signal: AbortSignal | undefined;
}
declare class MachineDisk extends DiskAccess implements WorkspaceFilesystem {
    readonly id: string;
    readonly name: string;
    readonly provider: string;
    readonly icon: FilesystemIcon;
    readonly displayName: string;
    readonly description: string;
    constructor({ files, name, provider, idPrefix, displayName, description }: MachineDiskConfig);
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
    setPermissions(path: string, mode: number, options?: AbortOptions): Promise<void>;
    realpath(path: string): Promise<string>;
    getInstructions(): string;
    getInfo(): FilesystemInfo;
}
interface MachineDiskConfig {
    readonly files: MachineFiles;
    readonly name: string;
    readonly provider: string;
    readonly idPrefix: string;
    readonly displayName: string;
    readonly description: string;
}
interface MachineEntry {
    readonly isDirectory: boolean;
    readonly sizeBytes: number;
    readonly modifiedAt: Date;
    readonly mode: number;
}
type MachineFault = 'missing' | 'full' | 'vague' | undefined;
interface MachineFiles {
    readonly attachment: object;
    readonly workingDirectory?: string | undefined;
    readonly run: (command: ShellCommand, options: MachineRunOptions) => Promise<DriverRunResult>;
    readonly inputBytes: number;
    readonly outputBytes?: number | undefined;
    readonly home?: (() => Promise<string>) | undefined;
    readonly staging?: string | undefined;
    readonly download?: ((location: string, signal: AbortSignal | undefined) => Promise<AsyncIterable<Uint8Array>> | undefined) | undefined;
    readonly upload?: ((location: string, content: Uint8Array | AsyncIterable<Uint8Array>, signal: AbortSignal | undefined) => Promise<void>) | undefined;
    readonly uploadInPlace?: ((files: readonly MachineUpload[], signal: AbortSignal | undefined) => Promise<void> | undefined) | undefined;
    readonly stat?: ((location: string, signal: AbortSignal | undefined) => Promise<MachineEntry | undefined>) | undefined;
    readonly makeDirectory?: ((location: string, signal: AbortSignal | undefined) => Promise<boolean>) | undefined;
    readonly remove?: ((location: string) => Promise<void>) | undefined;
    readonly classify: (error: unknown) => MachineFault | Promise<MachineFault>;
}
interface MachineRunOptions {
    readonly signal?: AbortSignal | undefined;
    readonly stdin?: Uint8Array | undefined;
}
interface MachineUpload {
    readonly location: string;
    readonly content: Uint8Array;
}
interface SandboxFilesOptions {
    readonly workingDirectory?: string | undefined;
}
declare function sandboxFiles(sandbox: WorkspaceSandbox, options?: SandboxFilesOptions): MachineFiles;
declare function writeMachineFiles(files: MachineFiles, inputs: readonly SandboxFileInput[], signal?: AbortSignal): Promise<void>;

export {
  CutDownloadError,
  MachineDisk,
  MachineDiskConfig,
  MachineEntry,
  MachineFault,
  MachineFiles,
  MachineRunOptions,
  MachineUpload,
  SandboxFilesOptions,
  sandboxFiles,
  writeMachineFiles,
}

// Reachable but not exported:
//   DiskAccess
//   DiskPaths
//   DiskTarget
