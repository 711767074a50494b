/**
 * Replaces the types of TypeScript by spaces, so that lines and columns stay. Done by this host's own Node; `undefined` where
 * that cannot do it (before 22.13). Throws Node's error for source that is wrong or that erasing is not enough for.
 */
export async function eraseTypes(source: string): Promise<string | undefined> {
  const { stripTypeScriptTypes } = await import('node:module')
  if (typeof stripTypeScriptTypes !== 'function') return undefined
  return withoutExperimentalWarning(() => stripTypeScriptTypes(source))
}

/** Users cannot act on the warning that the function is experimental. Synchronous, so that no other code can warn meanwhile. */
function withoutExperimentalWarning<Result>(step: () => Result): Result {
  const emitWarning: unknown = Reflect.get(process, 'emitWarning')
  process.emitWarning = (...given: readonly unknown[]) => {
    const isWanted = given[1] !== 'ExperimentalWarning'
    if (isWanted && typeof emitWarning === 'function') Reflect.apply(emitWarning, process, given)
  }
  try {
    return step()
  } finally {
    Reflect.set(process, 'emitWarning', emitWarning)
  }
}
