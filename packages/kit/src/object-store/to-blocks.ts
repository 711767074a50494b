/**
 * Cuts a source into blocks, for uploads in parts. Each block is filled in place, so that many small pieces cost no more than
 * few large ones, and is the reader's own afterwards. There is always a last block that may be shorter; of an empty source it
 * is the only one, and empty.
 *
 * @param sizeBytes Size of the block with this number, the first being 0; above zero.
 */
export async function* toBlocks(
  source: AsyncIterable<Uint8Array>,
  sizeBytes: (number: number) => number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let number = 0
  let block = new Uint8Array(sizeBytes(number))
  let used = 0
  for await (const piece of source) {
    let from = 0
    while (from < piece.length) {
      const take = Math.min(block.length - used, piece.length - from)
      block.set(piece.subarray(from, from + take), used)
      used += take
      from += take
      if (used < block.length) continue
      yield block
      number += 1
      block = new Uint8Array(sizeBytes(number))
      used = 0
    }
  }
  if (used > 0 || number === 0) yield block.subarray(0, used)
}
