/** Several parts of a workspace could not be destroyed; `errors` has the error of each. All parts were tried. */
export class WorkspaceTeardownError extends AggregateError {
  override name: string = 'WorkspaceTeardownError'

  readonly code = 'TEARDOWN_FAILED'

  constructor(
    errors: readonly unknown[],
    readonly workspaceId: string,
  ) {
    super(errors, `Workspace ${workspaceId} was not destroyed completely: ${errors.length} parts failed`)
  }
}
