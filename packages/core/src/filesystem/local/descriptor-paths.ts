import { existsSync, readlinkSync } from 'node:fs'

/** Tells which file a descriptor stands for, and lets a path start at it. */
export interface DescriptorPaths {
  /** Where the open file really is. Reads kernel memory, so the call is synchronous. */
  pathOf(descriptor: number): string
  /** A path that starts at the open directory, wherever that is moved to and whatever takes its place. */
  at(descriptor: number, name?: string): string
}

const folder = '/proc/self/fd'

const linux: DescriptorPaths = {
  pathOf: (descriptor) => readlinkSync(`${folder}/${descriptor}`),
  at: (descriptor, name) => (name === undefined ? `${folder}/${descriptor}` : `${folder}/${descriptor}/${name}`),
}

/** What this host offers; undefined where descriptors have no paths, as on macOS, Windows or without `/proc`. */
export function findDescriptorPaths(): DescriptorPaths | undefined {
  return process.platform === 'linux' && existsSync(folder) ? linux : undefined
}
