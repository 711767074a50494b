// @caisson/mastra: the public interface. Written by `npm run api -- --update`.
import type * as mastra from '@mastra/core/workspace'
import type { CodeModeTransport } from '@caisson/core'
import type { CodeModeTransport } from '@mastra/core/tools'
import type { FilesystemProvider } from '@caisson/core/editor'
import type { FilesystemProvider } from '@mastra/core/editor'
import type { SandboxProvider } from '@caisson/core/editor'
import type { SandboxProvider } from '@mastra/core/editor'
import type { WorkspaceFilesystem } from '@caisson/core'
import type { WorkspaceFilesystem } from '@mastra/core/workspace'
import type { WorkspaceSandbox } from '@caisson/core'
import type { WorkspaceSandbox } from '@mastra/core/workspace'

type MastraBackedSandbox = Omit<WorkspaceSandbox, OtherInMastra>;
interface MastraErrorClasses {
    FilesystemError?: typeof mastra.FilesystemError | undefined;
    FileNotFoundError?: typeof mastra.FileNotFoundError | undefined;
    DirectoryNotFoundError?: typeof mastra.DirectoryNotFoundError | undefined;
    FileExistsError?: typeof mastra.FileExistsError | undefined;
    IsDirectoryError?: typeof mastra.IsDirectoryError | undefined;
    NotDirectoryError?: typeof mastra.NotDirectoryError | undefined;
    DirectoryNotEmptyError?: typeof mastra.DirectoryNotEmptyError | undefined;
    PermissionError?: typeof mastra.PermissionError | undefined;
    FileReadRequiredError?: typeof mastra.FileReadRequiredError | undefined;
    StaleFileError?: typeof mastra.StaleFileError | undefined;
    FilesystemNotReadyError?: typeof mastra.FilesystemNotReadyError | undefined;
    UnsupportedGrepPatternError?: typeof mastra.UnsupportedGrepPatternError | undefined;
    WorkspaceReadOnlyError?: typeof mastra.WorkspaceReadOnlyError | undefined;
}
type MastraFilesystem<Filesystem extends WorkspaceFilesystem = WorkspaceFilesystem> = WorkspaceFilesystem$1 & Omit<Filesystem, keyof WorkspaceFilesystem$1>;
type OtherInMastra = 'processes' | 'mounts' | 'computer' | 'filesystem' | 'setOnStart' | 'mount' | 'unmount' | 'clone';
declare function asCaissonSandbox(sandbox: WorkspaceSandbox$1): MastraBackedSandbox;
declare function asMastraCodeModeTransport(transport: CodeModeTransport): CodeModeTransport$1;
declare function asMastraSandbox(sandbox: WorkspaceSandbox): WorkspaceSandbox$1;
declare function asMastraSandboxProvider<Config>(provider: SandboxProvider<Config>): SandboxProvider$1<Config>;
declare function toMastraFilesystem<Filesystem extends WorkspaceFilesystem>(filesystem: Filesystem, errors?: MastraErrorClasses): MastraFilesystem<Filesystem>;
declare function toMastraFilesystemProvider<Config>(provider: FilesystemProvider<Config>, errors?: MastraErrorClasses): FilesystemProvider$1<Config>;

export {
  MastraBackedSandbox,
  MastraErrorClasses,
  MastraFilesystem,
  asCaissonSandbox,
  asMastraCodeModeTransport,
  asMastraSandbox,
  asMastraSandboxProvider,
  toMastraFilesystem,
  toMastraFilesystemProvider,
}

// Reachable but not exported:
//   OtherInMastra
