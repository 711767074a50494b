/** Where a repository is, and who may read it. */
export interface RepositoryAccess {
  /** An `https` address such as `https://github.com/owner/name`, without a user, a query or a fragment. */
  readonly cloneUrl: string
  /** Absent for what everybody may read. */
  readonly authorization?: RepositoryAuthorization | undefined
}

/** Lets somebody read a repository. Holds a secret: never log it. */
export interface RepositoryAuthorization {
  readonly scheme: 'bearer'
  /** An empty one is none. */
  readonly token: string
}
