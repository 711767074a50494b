import type { FilesystemGrepOptions, FilesystemGrepResult, ReadFileOptions, WorkspaceFilesystem } from '@caisson/core'

type Adjustment = (filesystem: WorkspaceFilesystem, args: readonly unknown[]) => Promise<unknown>

/** Methods that Mastra means slightly differently. Called only where the filesystem has the method. */
export const methodAdjustments: Readonly<Record<string, Adjustment>> = {
  // Mastra knows more encodings, some by more names: all that Node has.
  readFile: async (filesystem, [path, options]) => readFile(filesystem, path as string, options as MastraReadOptions),
  // Mastra puts the searched path in front of the paths in the result.
  grep: async (filesystem, [options]) => grep(filesystem, options as FilesystemGrepOptions),
}

type MastraReadOptions = (Omit<ReadFileOptions, 'encoding'> & { encoding?: BufferEncoding | undefined }) | undefined

type NodeEncoding = NonNullable<ReadFileOptions['encoding']>

const sharedEncodings: Readonly<Record<NodeEncoding, true>> = {
  'utf-8': true,
  utf8: true,
  base64: true,
  hex: true,
  latin1: true,
  binary: true,
  ascii: true,
  utf16le: true,
}

async function readFile(
  filesystem: WorkspaceFilesystem,
  path: string,
  options: MastraReadOptions,
): Promise<string | Buffer> {
  const { encoding, ...others } = options ?? {}
  if (encoding === undefined || !Buffer.isEncoding(encoding))
    return filesystem.readFile(path, options as ReadFileOptions)
  if (isShared(encoding)) return filesystem.readFile(path, { ...others, encoding })
  const content = await filesystem.readFile(path, others)
  return typeof content === 'string' ? content : content.toString(encoding)
}

function isShared(encoding: string): encoding is NodeEncoding {
  return Object.hasOwn(sharedEncodings, encoding)
}

async function grep(filesystem: WorkspaceFilesystem, options: FilesystemGrepOptions): Promise<FilesystemGrepResult[]> {
  const results = (await filesystem.grep?.(options)) ?? []
  if (results.length === 0) return results
  const { path: root, type } = await filesystem.stat(options.path, { abortSignal: options.abortSignal })
  if (type === 'file') return results
  const prefix = root === '' || root.endsWith('/') ? root : `${root}/`
  return results.map((result) =>
    result.path.startsWith(prefix) ? { ...result, path: result.path.slice(prefix.length) } : result,
  )
}
