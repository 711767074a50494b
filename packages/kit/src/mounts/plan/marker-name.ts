import { createHash } from 'node:crypto'

/** File name of the marker of a mount path: two paths never share one. */
export function markerName(mountPath: string): string {
  return createHash('sha256').update(mountPath).digest('hex')
}
