import type { Repository } from './repository.js'

/** What happens inside a machine that a repository is put into, as data that every vendor's builder can interpret. */
export interface RepositoryPlan {
  readonly repository: Repository
  /** The commit that is wanted; without one, the head of the default branch. */
  readonly sha: string | undefined
  /** Absolute; the clone lies below it under the repository's name. */
  readonly workingDirectory: string
  /** Run in the clone, in turn. */
  readonly setupCommands: readonly string[]
  /** The variable that holds the token while the commands run; without one, the repository is open to everybody. */
  readonly tokenVariable?: string | undefined
}

/** A command of the shell, or the directory that later ones run in. */
export type RepositoryStep = { readonly run: string } | { readonly workingDirectory: string }
