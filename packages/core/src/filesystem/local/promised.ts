/**
 * A function with a Node callback as one that returns a promise. Importing `node:util` for this would load a dozen modules
 * that nothing else needs.
 */
export function promised<Arguments extends readonly unknown[]>(
  call: (...given: [...Arguments, (error: Error | null) => void]) => void,
): (...given: Arguments) => Promise<void> {
  return (...given) =>
    new Promise((resolve, reject) => {
      call(...given, (error) => (error ? reject(error) : resolve()))
    })
}
