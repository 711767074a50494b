/** What went wrong with a machine; decide on this, never on the text. */
export type MachineErrorCode =
  | 'INVALID_OPTION'
  | 'BACKING_UNAVAILABLE'
  | 'START_FAILED'
  | 'WRONG_STATE'
  | 'UNSUPPORTED'
  | 'FREEZE_FAILED'
  | 'COPY_FAILED'
  | 'CLEANUP_FAILED'

/** A failure of a machine or of the host that makes machines. */
export class MachineError extends Error {
  override readonly name = 'MachineError'
  readonly code: MachineErrorCode

  constructor(code: MachineErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
