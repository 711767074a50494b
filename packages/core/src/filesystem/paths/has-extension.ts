/** Whether a name ends in one of the extensions (lower case, with the dot; `.d.ts` counts as one too). */
export function hasExtension(name: string, extensions: ReadonlySet<string>): boolean {
  const base = name.slice(name.lastIndexOf('/') + 1).toLowerCase()
  // From the first dot on, so that extensions of several parts can match; a leading dot starts a hidden name.
  for (let dot = base.indexOf('.', 1); dot !== -1; dot = base.indexOf('.', dot + 1)) {
    if (extensions.has(base.slice(dot))) return true
  }
  return false
}
