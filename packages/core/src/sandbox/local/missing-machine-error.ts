/**
 * The working directory is not there, and so nothing was started. Not an error of the public kind: core asks whether the
 * machine is really gone, makes it anew and repeats the call.
 */
export class MissingMachineError extends Error {
  override name: string = 'MissingMachineError'

  constructor(readonly workingDirectory: string) {
    super(`The working directory of the sandbox no longer exists: ${workingDirectory}`)
    this.name = 'MissingMachineError'
  }
}
