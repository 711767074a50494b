import path from 'node:path'
import { invalidArgument } from '../../errors/argument-error.js'

/** Where commands may be started. */
export interface DirectoryRule {
  readonly workingDirectory: string
  /** Absolute paths under which a command may be started too; `undefined` where any directory will do. */
  readonly allowed: readonly string[] | undefined
}

/**
 * Resolves the `cwd` of a command.
 *
 * A relative one starts at the working directory and must stay below it, as in the file tools. An absolute one may be any
 * directory without isolation (a command can go there by `cd` anyhow), and under isolation one that the sandbox was given.
 */
export function commandDirectory(cwd: string | undefined, rule: DirectoryRule): string {
  const { workingDirectory, allowed } = rule
  if (cwd === undefined || cwd === workingDirectory) return workingDirectory
  const directory = path.resolve(workingDirectory, cwd)
  if (isBelow(workingDirectory, directory)) return directory
  const roots = path.isAbsolute(cwd) ? allowed : []
  if (!roots || roots.some((root) => isBelow(root, directory))) return directory
  const expected = path.isAbsolute(cwd)
    ? `a directory that the isolated sandbox can use (${[workingDirectory, ...roots].join(', ')})`
    : `a path that stays below the working directory ${workingDirectory}`
  throw invalidArgument({ name: 'cwd', expected, given: cwd })
}

/** Whether a path is the root itself or lies below it. Both are absolute and normalised. */
export function isBelow(root: string, candidate: string): boolean {
  return candidate === root || candidate.startsWith(root.endsWith('/') ? root : `${root}/`)
}
