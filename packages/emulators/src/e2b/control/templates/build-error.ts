/** A build that cannot go on, in words for whoever asked for it. */
export class TemplateBuildError extends Error {
  override readonly name = 'TemplateBuildError'
}
