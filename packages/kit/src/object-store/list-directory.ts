import { DirectoryNotFoundError, NotDirectoryError, type FileEntry } from '@caisson/core/workspace'
import { inParallel } from './in-parallel.js'
import { DirectoryTree, type ListOptions } from './directory-tree.js'
import { listPages } from './list-pages.js'
import type { ListRequest, ObjectStoreDriver } from './object-store-driver.js'
import type { ObjectTarget } from './object-target.js'

/** A depth that is given to mean "all of it". */
const deep = 100

/**
 * Lists a directory: names relative to it, in order of their code units, each directory before its content.
 *
 * One level is one request for each page. Everything below comes without delimiter, for which one request brings a thousand
 * files; when that does not end with the first page and few levels are wanted, they are listed directory by directory,
 * so that a huge tree costs no more than what is shown of it.
 */
export async function listDirectory(
  driver: ObjectStoreDriver,
  target: ObjectTarget,
  options: ListOptions,
): Promise<FileEntry[]> {
  const tree = new DirectoryTree(options)
  const isThere = await (options.maxDepth === 1
    ? listLevel(driver, target, tree, '')
    : listAll(driver, target, tree, options))
  if (!isThere && target.inner !== '') await explainMissing(driver, target)
  return tree.entries()
}

/** Whether there was anything, if only the marker. */
async function listLevel(
  driver: ObjectStoreDriver,
  { below, signal }: ObjectTarget,
  tree: DirectoryTree,
  inner: string,
): Promise<boolean> {
  let isThere = false
  for await (const page of listPages(driver, { prefix: below + inner, delimiter: '/', signal })) {
    for (const { key, size } of page.objects) tree.add(key.slice(below.length), size)
    for (const prefix of page.prefixes) tree.add(prefix.slice(below.length), 0)
    isThere ||= page.objects.length + page.prefixes.length > 0
  }
  return isThere
}

async function listAll(
  driver: ObjectStoreDriver,
  target: ObjectTarget,
  tree: DirectoryTree,
  options: ListOptions,
): Promise<boolean> {
  const { below, signal } = target
  const request: ListRequest = { prefix: below, signal }
  let isThere = false
  for await (const { objects, next } of listPages(driver, request)) {
    for (const { key, size } of objects) tree.add(key.slice(below.length), size)
    isThere ||= objects.length > 0
    if (next !== undefined && options.maxDepth < deep) return listLevels(driver, target, tree, options)
  }
  return isThere
}

/** Level by level, the directories of one level at the same time. What is known already stays. */
async function listLevels(
  driver: ObjectStoreDriver,
  target: ObjectTarget,
  tree: DirectoryTree,
  { maxDepth }: ListOptions,
): Promise<boolean> {
  let isThere = false
  let level: readonly string[] = ['']
  for (let depth = 1; depth <= maxDepth && level.length > 0; depth++) {
    await inParallel(level, async (inner) => {
      if (await listLevel(driver, target, tree, inner)) isThere = true
    })
    level = tree.directoriesAt(depth)
  }
  return isThere
}

async function explainMissing(driver: ObjectStoreDriver, { key, path, signal }: ObjectTarget): Promise<never> {
  const isFile = (await driver.head(key, signal)) !== undefined
  throw isFile ? new NotDirectoryError(path) : new DirectoryNotFoundError(path)
}
