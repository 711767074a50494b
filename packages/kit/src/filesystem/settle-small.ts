/**
 * The whole content of a source that has at most so many bytes, else all of it as another source, of which the beginning
 * was read already.
 */
export async function settleSmall(
  source: AsyncIterable<Uint8Array>,
  mostBytes: number,
): Promise<Uint8Array | AsyncIterable<Uint8Array>> {
  if (mostBytes === 0) return source
  const pieces = source[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  for (let sizeBytes = 0; sizeBytes <= mostBytes;) {
    const step = await pieces.next()
    if (step.done === true) return Buffer.concat(first)
    first.push(step.value)
    sizeBytes += step.value.length
  }
  return continued(first, pieces)
}

async function* continued(
  first: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let isOver = false
  try {
    yield* first
    for (;;) {
      const step = await rest.next()
      isOver = step.done === true
      if (step.done === true) return
      yield step.value
    }
  } finally {
    if (!isOver) await rest.return?.()
  }
}
