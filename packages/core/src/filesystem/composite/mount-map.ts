import type { WorkspaceFilesystem } from '../../contract/filesystem.js'

/** The mounts of a `CompositeFilesystem` by normalised path; a path written as it was given has its own type. */
export interface MountMap<Mounts extends Record<string, WorkspaceFilesystem>> extends Omit<
  ReadonlyMap<string, WorkspaceFilesystem>,
  'get'
> {
  get<Path extends keyof Mounts & `/${string}`>(path: Path): Mounts[Path]
  get(path: string): WorkspaceFilesystem | undefined
}
