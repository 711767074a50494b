import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readFile, readlink, realpath } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { invalidArgument } from '@caisson/core/workspace'

/** What a step copies from this computer. */
export interface CopiedFiles {
  /** A pattern, relative to the context. */
  readonly source: string
  readonly destination: string
  /** The directory that nothing is taken from outside of. */
  readonly context: string
  /** Patterns of what is left out. */
  readonly ignored: readonly string[]
  /** Links are replaced by what they lead to. */
  readonly followsLinks: boolean
}

/** What is used of the package with which the SDK selects the files that it sends. */
interface Glob {
  glob(pattern: string, options: object): Promise<readonly Found[]>
}

interface Found {
  isDirectory(): boolean
  relative(): string
  relativePosix(): string
  fullpath(): string
}

/**
 * A digest of what a step copies: paths, kinds, executable bits, contents and the targets of links. When the files were
 * changed, who owns them, how the disk stores directories and in which order it lists them makes no difference.
 *
 * Throws INVALID_ARGUMENT naming the step where there is no such file, or where one would come from outside the context.
 */
export async function digestOfCopiedFiles(copy: CopiedFiles): Promise<string> {
  const found = await listFiles(copy)
  if (found.length === 0) throw refused(copy, `a file or directory in ${copy.context}`)
  const context = await realpath(copy.context)
  const hash = createHash('sha256')
  for (const file of found) hash.update(`${JSON.stringify(await describeFile(copy, context, file))}\n`)
  return hash.digest('hex')
}

async function listFiles({ source, context, ignored }: CopiedFiles): Promise<readonly Found[]> {
  const { glob } = loadGlob()
  const ignore = [...ignored, ...(await readDockerignore(context))]
  const options = { ignore, withFileTypes: true, dot: true, cwd: context }
  const files = new Map<string, Found>()
  for (const file of await glob(source, options)) {
    files.set(file.fullpath(), file)
    if (!file.isDirectory()) continue
    const inside = path.posix.join(file.relativePosix() || '.', '**/*')
    for (const member of await glob(inside, options)) files.set(member.fullpath(), member)
  }
  return [...files.values()].toSorted((one, other) => (one.relativePosix() < other.relativePosix() ? -1 : 1))
}

/** The SDK's own: another version might select other files. */
function loadGlob(): Glob {
  const sdk = createRequire(import.meta.url).resolve('e2b')
  const load: (name: string) => unknown = createRequire(sdk)
  return load('glob') as Glob
}

async function readDockerignore(context: string): Promise<readonly string[]> {
  const text = await readFile(path.join(context, '.dockerignore'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '' && !line.startsWith('#'))
}

async function describeFile(copy: CopiedFiles, context: string, file: Found): Promise<readonly unknown[]> {
  const full = file.fullpath()
  const name = file.relativePosix()
  await requireInside(copy, context, name, path.dirname(full))
  const facts = await lstat(full)
  if (facts.isDirectory()) return [name, 'directory']
  if (!facts.isSymbolicLink()) return [name, 'file', isExecutable(facts.mode), await digestOf(full)]
  const target = copy.followsLinks ? await realpath(full).catch(() => undefined) : undefined
  if (target === undefined) return [name, 'link', await readlink(full)]
  await requireInside(copy, context, name, target)
  const meant = await lstat(target)
  if (meant.isDirectory()) return [name, 'directory']
  return [name, 'file', isExecutable(meant.mode), await digestOf(target)]
}

async function requireInside(copy: CopiedFiles, context: string, name: string, place: string): Promise<void> {
  const inside = path.relative(context, await realpath(place))
  if (inside !== '..' && !inside.startsWith(`..${path.sep}`) && !path.isAbsolute(inside)) return
  throw refused(copy, `nothing that a link leads to outside of ${copy.context}`, name)
}

function refused({ source, destination }: CopiedFiles, expected: string, given = source): Error {
  return invalidArgument({ name: `template step COPY ${source} ${destination}`, expected, given })
}

function isExecutable(mode: number): boolean {
  return (mode & 0o111) !== 0
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
