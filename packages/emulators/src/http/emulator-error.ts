/** What went wrong with an emulator itself; decide on this, never on the text. */
export type EmulatorErrorCode =
  | 'INVALID_OPTION'
  | 'NOT_LOOPBACK'
  | 'LISTEN_FAILED'
  | 'UNKNOWN_SANDBOX'
  | 'UNKNOWN_SNAPSHOT'

/** A failure of an emulator that is for its user, not an answer to a request. */
export class EmulatorError extends Error {
  override readonly name = 'EmulatorError'
  readonly code: EmulatorErrorCode

  constructor(code: EmulatorErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
