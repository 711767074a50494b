import { isAbsolute, relative, sep } from 'node:path'

/** Whether an absolute path is the root or lies below it, segment by segment. */
export function isInside(root: string, path: string): boolean {
  if (path === root) return true
  if (sep === '/') return path.startsWith(root === '/' ? root : `${root}/`)
  // Where case does not matter only `relative` knows how to compare.
  const rest = relative(root, path)
  return rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest)
}
