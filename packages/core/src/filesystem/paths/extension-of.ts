/** The extension of a file name in lower case with its dot; empty for `name`, `.name` and `name.`. */
export function extensionOf(name: string): string {
  const base = name.slice(name.lastIndexOf('/') + 1)
  const dot = base.lastIndexOf('.')
  return dot <= 0 || dot === base.length - 1 ? '' : base.slice(dot).toLowerCase()
}
