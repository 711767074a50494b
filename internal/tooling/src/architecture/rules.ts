import { readFileSync } from 'node:fs'
import path from 'node:path'

/** What a package's sources may import from outside, beside Node itself. `declared` means whatever its package.json lists. */
export interface PackageRule {
  /** Folder relative to the root; `*` stands for one name. */
  readonly folder: string
  readonly imports: readonly string[] | 'declared'
}

/** Which folders of a source tree may import which others. */
export interface FolderRule {
  readonly root: string
  readonly edges: Readonly<Record<string, readonly string[]>>
}

/** One banned pattern: where it counts, and why it is banned. */
export interface BanRule {
  readonly id: string
  readonly in: readonly string[]
  readonly except?: readonly string[]
  /** The names that a ban is about, where it is about names. */
  readonly words?: readonly string[]
  /** Words that hold one of `words` by chance. */
  readonly ignoring?: readonly string[]
  readonly reason: string
}

/** A violation that is accepted. One that no longer occurs must be removed. */
export interface ExceptionRule {
  readonly rule: string
  readonly file: string
  readonly reason: string
}

export interface ArchitectureRules {
  readonly limits: { readonly sourceFileLines: number; readonly testFileLines: number; readonly functionLines: number }
  readonly packages: readonly PackageRule[]
  readonly folders: readonly FolderRule[]
  readonly bans: readonly BanRule[]
  readonly exceptions: readonly ExceptionRule[]
}

export interface Violation {
  readonly rule: string
  /** Relative to the root, with forward slashes. */
  readonly file: string
  readonly line: number
  readonly message: string
}

export function loadRules(root: string): ArchitectureRules {
  return JSON.parse(readFileSync(path.join(root, 'architecture.json'), 'utf8')) as ArchitectureRules
}

export function matchesAny(file: string, globs: readonly string[]): boolean {
  return globs.some((glob) => path.posix.matchesGlob(file, glob))
}
