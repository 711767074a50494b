/**
 * The one spelling of a POSIX path seen from a root: a leading `/`, no empty or `.` segments, `..` resolved, no trailing
 * `/`. `..` above the root is undefined, since it names nothing inside.
 */
export function normalizePath(path: string): string | undefined {
  const segments: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') segments.push(segment)
    else if (segments.pop() === undefined) return undefined
  }
  return `/${segments.join('/')}`
}
