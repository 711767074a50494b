/** The suite itself, or what it was given, is wrong; also thrown on purpose by hooks and drivers under test. */
export class ConformanceError extends Error {
  override readonly name = 'ConformanceError'
}
