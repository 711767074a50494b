/** Resolves when the promise has settled, however it did. */
export async function settled(promise: Promise<unknown> | undefined): Promise<void> {
  if (promise !== undefined) await Promise.allSettled([promise])
}
