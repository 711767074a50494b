/** What is left of `path` below `ancestor`, both normalised: empty for the same path, undefined when not below it. */
export function relativePath(ancestor: string, path: string): string | undefined {
  if (path === ancestor) return ''
  const prefix = ancestor === '/' ? '/' : `${ancestor}/`
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined
}
