/** The code of a failed system call, such as `ENOENT`; `undefined` for anything else. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Runs `action`; a failure with one of these codes gives `fallback` instead. */
export async function unless<Value, Fallback>(
  codes: readonly string[],
  fallback: Fallback,
  action: () => Promise<Value>,
): Promise<Value | Fallback> {
  try {
    return await action()
  } catch (error) {
    if (codes.includes(systemCode(error) ?? '')) return fallback
    throw error
  }
}
