import type { FilesystemInfo, WorkspaceFilesystem } from '../contract/filesystem.js'
import type { Logger } from '../contract/logger.js'
import type { RequestScope } from '../contract/request-context.js'
import type { SandboxInfo, WorkspaceSandbox } from '../contract/sandbox.js'
import type { WorkspaceStatus } from './workspace-status.js'

/** Options of `Workspace.getInfo()`. */
export interface WorkspaceInfoOptions extends RequestScope {
  /** Count the files of the filesystem, which lists all of it. Default false. */
  includeFileCount?: boolean | undefined
  /** Call the filesystem's resolver; `false` shows a placeholder. The sandbox's resolver is never called. Default true. */
  resolveDynamicProviders?: boolean | undefined
}

/** What `Workspace.getInfo()` tells. Never holds a secret. */
export interface WorkspaceInfo {
  id: string
  name: string
  status: WorkspaceStatus
  createdAt: Date
  /** When a command, code or a resolver was last asked for. */
  lastAccessedAt: Date
  /** `provider: 'dynamic'` stands for a resolver that was not called. */
  filesystem?: FilesystemInfo & {
    /** Set when asked for and the filesystem could be listed. */
    totalFiles?: number
    /** In bytes; set when the listing tells the size of every file. */
    totalSize?: number
  }
  /** `provider: 'dynamic'` stands for a resolver. */
  sandbox?: Pick<SandboxInfo, 'provider' | 'status' | 'resources'>
}

/** What information is collected from. */
export interface WorkspaceInfoSources {
  readonly filesystem: WorkspaceFilesystem | undefined
  readonly sandbox: WorkspaceSandbox | undefined
  readonly hasFilesystemResolver: boolean
  readonly hasSandboxResolver: boolean
  readonly countFiles: boolean
  readonly logger: Logger
}

/** What is told of a provider that is not known before a request. */
const dynamic = { provider: 'dynamic', status: 'pending' } as const

/** Asks the parts about themselves; starts nothing. A resolver that was not called is shown by a placeholder. */
export async function readPartsInfo(
  sources: WorkspaceInfoSources,
): Promise<Pick<WorkspaceInfo, 'filesystem' | 'sandbox'>> {
  const { filesystem, sandbox, hasFilesystemResolver, hasSandboxResolver } = sources
  const info: Pick<WorkspaceInfo, 'filesystem' | 'sandbox'> = {}
  if (filesystem !== undefined) info.filesystem = await readFilesystemInfo(filesystem, sources)
  else if (hasFilesystemResolver) info.filesystem = { ...dynamic, id: 'dynamic', name: 'dynamic' }
  if (sandbox !== undefined) info.sandbox = await readSandboxInfo(sandbox)
  else if (hasSandboxResolver) info.sandbox = dynamic
  return info
}

async function readFilesystemInfo(
  filesystem: WorkspaceFilesystem,
  options: { readonly countFiles: boolean; readonly logger: Logger },
): Promise<NonNullable<WorkspaceInfo['filesystem']>> {
  const { id, name, provider, status, readOnly, icon, error } = filesystem
  const own = { id, name, provider, status }
  const optional = Object.entries({ readOnly, icon, error }).filter(([, value]) => value !== undefined)
  const info = { ...own, ...Object.fromEntries(optional), ...(await filesystem.getInfo?.()) }
  return options.countFiles ? { ...info, ...(await countFiles(filesystem, options.logger)) } : info
}

async function readSandboxInfo(sandbox: WorkspaceSandbox): Promise<NonNullable<WorkspaceInfo['sandbox']>> {
  const info = await sandbox.getInfo?.()
  const { provider } = sandbox
  const status = info?.status ?? sandbox.status
  return info?.resources === undefined ? { provider, status } : { provider, status, resources: info.resources }
}

/** A filesystem that cannot be listed still has information, so a failure only leaves the counts out. */
async function countFiles(
  filesystem: WorkspaceFilesystem,
  logger: Logger,
): Promise<{ totalFiles?: number; totalSize?: number }> {
  try {
    const entries = await filesystem.readdir('.', { recursive: true })
    const files = entries.filter(({ type }) => type === 'file')
    const sizes = files.map(({ size }) => size)
    const totalFiles = files.length
    if (sizes.includes(undefined)) return { totalFiles }
    return { totalFiles, totalSize: sizes.reduce<number>((total, size) => total + (size ?? 0), 0) }
  } catch (error) {
    logger.warn(`Counting the files of ${filesystem.id} failed`, error)
    return {}
  }
}
