/** What a program returned. Throws when the program failed. */
export function readProgramResult(outcome: object): unknown {
  if ('success' in outcome && outcome.success === true) return 'result' in outcome ? outcome.result : undefined
  throw new Error(`The program failed: ${JSON.stringify(outcome)}`)
}
