// @caisson/kit/mounts: the public interface. Written by `npm run api -- --update`.
import type { FilesystemMountConfig } from '@caisson/core/workspace'
import type { MountProfile } from '@caisson/core/driver'
import type { Mounter } from '@caisson/core/driver'
import type { ShellCommand } from '@caisson/core/driver'
import type { WorkspaceFilesystem } from '@caisson/core/workspace'

interface AzureBlobMountConfig extends FilesystemMountConfig {
    type: 'azure-blob';
    container: string;
    connectionString?: string | undefined;
    accountName?: string | undefined;
    accountKey?: string | undefined;
    sasToken?: string | undefined;
    useDefaultCredential?: boolean | undefined;
    endpoint?: string | undefined;
    prefix?: string | undefined;
    readOnly?: boolean | undefined;
}
type FuseMountConfig = S3MountConfig | GCSMountConfig | AzureBlobMountConfig;
interface GCSMountConfig extends FilesystemMountConfig {
    type: 'gcs';
    bucket: string;
    serviceAccountKey?: string | undefined;
    accessToken?: string | undefined;
    endpoint?: string | undefined;
    prefix?: string | undefined;
    readOnly?: boolean | undefined;
}
interface ImageTools {
    readonly packages: readonly string[];
    readonly others: readonly MountTool[];
}
type MountTool = ToolName;
interface ResolvedMountConfig {
    readonly config: FuseMountConfig;
    readonly expiresAtMs?: number | undefined;
}
interface ResolvesMountConfig extends WorkspaceFilesystem {
    resolveMountConfig(signal?: AbortSignal): Promise<ResolvedMountConfig>;
}
interface S3MountConfig extends FilesystemMountConfig {
    type: 's3';
    bucket: string;
    region?: string | undefined;
    endpoint?: string | undefined;
    accessKeyId?: string | undefined;
    secretAccessKey?: string | undefined;
    sessionToken?: string | undefined;
    prefix?: string | undefined;
    readOnly?: boolean | undefined;
    forcePathStyle?: boolean | undefined;
}
type ToolName = 's3fs' | 'gcsfuse' | 'blobfuse2';
declare const commonMountTools: readonly MountTool[];
declare function createFuseMounter(profile: MountProfile): Mounter;
declare const defaultMountTools: readonly MountTool[];
declare function imageTools(tools: readonly MountTool[]): ImageTools;
declare function installToolsCommand(tools: readonly MountTool[]): ShellCommand;
declare const mountTools: readonly MountTool[];

export {
  AzureBlobMountConfig,
  FuseMountConfig,
  GCSMountConfig,
  ImageTools,
  MountTool,
  ResolvedMountConfig,
  ResolvesMountConfig,
  S3MountConfig,
  commonMountTools,
  createFuseMounter,
  defaultMountTools,
  imageTools,
  installToolsCommand,
  mountTools,
}

// Reachable but not exported:
//   ToolName
