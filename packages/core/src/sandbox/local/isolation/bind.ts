import { realpath } from 'node:fs/promises'
import { isBelow } from '../command-directory.js'
import { systemCode } from '../start-failure.js'

/** A path of the host that a sandbox sees. */
export interface Bind {
  readonly source: string
  readonly target: string
  readonly access: 'read' | 'write'
  /** Only what is mounted below the path may be written, not the path itself. */
  readonly isFrame?: boolean | undefined
}

/** A path as it was configured. */
export interface BindWish {
  readonly path: string
  readonly access: Bind['access']
}

/**
 * Turns configured paths into binds: what a path really is appears at its real place, and at the configured one too unless
 * that is reached through something else that is bound (a link in a directory that is visible anyway).
 */
export async function planBinds(
  wishes: readonly BindWish[],
  visible: readonly string[],
  onMissing: (path: string) => void,
): Promise<Bind[]> {
  const resolved: (BindWish & { real: string })[] = []
  for (const wish of wishes) {
    const real = await realPathOf(wish.path)
    if (real === undefined) onMissing(wish.path)
    else resolved.push({ ...wish, real })
  }
  const roots = [...visible, ...resolved.map(({ real }) => real)]
  const binds: Bind[] = []
  for (const { path, access, real } of resolved) {
    binds.push({ source: real, target: real, access })
    const isReached = roots.some((root) => root !== path && isBelow(root, path))
    if (path !== real && !isReached) binds.push({ source: real, target: path, access })
  }
  return inMountOrder(binds)
}

/** Parents before what lies in them; of equal places the one that only reads last, since the last one counts. */
export function inMountOrder(binds: readonly Bind[]): Bind[] {
  const rank = { write: 0, read: 1 }
  return binds.toSorted(
    (left, right) => left.target.length - right.target.length || rank[left.access] - rank[right.access],
  )
}

/** The path with all links resolved; `undefined` when it does not exist or a link in it leads nowhere. */
async function realPathOf(path: string): Promise<string | undefined> {
  try {
    return await realpath(path)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(systemCode(error))) return undefined
    throw error
  }
}
