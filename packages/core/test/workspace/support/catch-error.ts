/** What the call throws or rejects with; a test that expects an error must not pass without one. */
export async function catchError(call: () => unknown): Promise<unknown> {
  try {
    await call()
  } catch (error) {
    return error
  }
  throw new TypeError('expected an error, got none')
}
