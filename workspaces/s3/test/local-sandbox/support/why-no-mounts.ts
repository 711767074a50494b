import { spawnSync } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'

/** Why buckets cannot be mounted on this machine; `undefined` when they can. Found out without Caisson. */
export function whyNoMounts(): string | undefined {
  if (process.platform !== 'linux') return 'only Linux has FUSE'
  if (spawnSync('s3fs', ['--version']).error) return 's3fs is not on PATH'
  try {
    accessSync('/dev/fuse', constants.R_OK | constants.W_OK)
  } catch {
    return 'this user may not use /dev/fuse'
  }
  return undefined
}

/** Where something is mounted on this machine below a directory. */
export function mountPointsBelow(directory: string): string[] {
  const points = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
  return points.filter((point) => point.startsWith(`${directory}/`))
}
