/** Resolves when everything that is ready in this turn of the event loop has run. */
export async function endOfTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}
