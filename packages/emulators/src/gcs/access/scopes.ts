const base = 'https://www.googleapis.com/auth'

const readScopes: ReadonlySet<string> = new Set([
  `${base}/devstorage.read_only`,
  `${base}/devstorage.read_write`,
  `${base}/devstorage.full_control`,
  `${base}/cloud-platform`,
  `${base}/cloud-platform.read-only`,
])

const writeScopes: ReadonlySet<string> = new Set([
  `${base}/devstorage.read_write`,
  `${base}/devstorage.full_control`,
  `${base}/cloud-platform`,
])

/** Whether scopes, parted by spaces, let their holder read or write. */
export function hasScope(scope: string, needs: 'read' | 'write'): boolean {
  const fitting = needs === 'read' ? readScopes : writeScopes
  return scope.split(' ').some((word) => fitting.has(word))
}
