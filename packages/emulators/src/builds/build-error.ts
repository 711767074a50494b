/** A build that cannot go on, in words for whoever asked for it. */
export class BuildError extends Error {
  override readonly name = 'BuildError'
}
