/** What `Build.run` rejects with when the vendor says that a build failed. */
export class BuildFailure extends Error {
  override name: string = 'BuildFailure'
  /** The step that failed, in the vendor's words. */
  readonly step: string | undefined

  /** `reason`: why, in the vendor's words. */
  constructor(reason: string, options: { readonly step?: string | undefined } = {}) {
    super(reason)
    this.step = options.step
  }
}
