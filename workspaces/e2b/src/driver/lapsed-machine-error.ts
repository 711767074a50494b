/** The machine's lifetime was over and it was not extended: nothing was sent to it. */
export class LapsedMachineError extends Error {
  override name = 'LapsedMachineError'

  constructor(sandboxId: string) {
    super(`the lifetime of machine ${sandboxId} is over`)
  }
}
