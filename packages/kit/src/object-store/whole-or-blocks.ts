import { toBlocks } from './to-blocks.js'

/** What a source holds: all of it, or the first of many blocks and the rest. */
export type WholeOrBlocks =
  | { readonly whole: Uint8Array; readonly blocks?: undefined }
  | { readonly whole?: undefined; readonly blocks: AsyncIterable<Uint8Array> }

/**
 * Reads the first block of a source, and the second to know whether there is one: what fits into one block is better sent in
 * one request than as an upload in parts.
 *
 * @param sizeBytes Size of the block with this number, the first being 0; above zero.
 */
export async function wholeOrBlocks(
  source: AsyncIterable<Uint8Array>,
  sizeBytes: (number: number) => number,
): Promise<WholeOrBlocks> {
  const blocks = toBlocks(source, sizeBytes)
  const first = await blocks.next()
  const second = await blocks.next()
  const whole = first.value ?? new Uint8Array()
  if (second.value === undefined) return { whole }
  return { blocks: continued([whole, second.value], blocks) }
}

/** Ends the source also when its reader has enough before it was reached. */
async function* continued(
  read: Uint8Array[],
  rest: AsyncGenerator<Uint8Array, void, undefined>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for (let block = read.shift(); block !== undefined; block = read.shift()) yield block
    yield* rest
  } finally {
    await rest.return()
  }
}
