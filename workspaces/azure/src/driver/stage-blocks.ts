import { randomUUID } from 'node:crypto'
import type { BlockBlobClient } from '@azure/storage-blob'

/** Blocks that are on the way at once. With one more that is filled, they bound the memory of an upload. */
const blocksAtOnce = 3

/** The service takes at most 50 000 blocks, so that those of very long streams have to grow. */
const blocksOfOneSize = 10_000

/** A block, and which one it is. */
interface Block {
  readonly number: number
  readonly data: Uint8Array
}

/**
 * Cuts a source into blocks. A block is filled in place, so that many small pieces cost no more than few large ones.
 *
 * @param firstSizeBytes Size of the first blocks.
 */
export async function* toBlocks(
  source: AsyncIterable<Uint8Array>,
  firstSizeBytes: number,
): AsyncGenerator<Block, void, undefined> {
  let number = 0
  let buffer = new Uint8Array(firstSizeBytes)
  let used = 0
  for await (const piece of source) {
    let from = 0
    while (from < piece.length) {
      const take = Math.min(buffer.length - used, piece.length - from)
      buffer.set(piece.subarray(from, from + take), used)
      used += take
      from += take
      if (used < buffer.length) continue
      yield { number, data: buffer }
      number += 1
      buffer = new Uint8Array(firstSizeBytes * 2 ** Math.floor(number / blocksOfOneSize))
      used = 0
    }
  }
  if (used > 0 || number === 0) yield { number, data: buffer.subarray(0, used) }
}

/**
 * Uploads blocks that nobody sees until they are committed, and returns their ids in order. After a failure nothing more is
 * sent, and all that was on the way has ended; the service forgets the blocks by itself.
 */
export async function stageBlocks(
  blob: BlockBlobClient,
  blocks: AsyncIterable<Block>,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const upload = randomUUID()
  const ids: string[] = []
  const underway = new Set<Promise<void>>()
  const stop = new AbortController()
  const abortSignal = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal])
  try {
    for await (const { number, data } of blocks) {
      const id = Buffer.from(`${upload}-${String(number).padStart(6, '0')}`).toString('base64')
      ids.push(id)
      const sent = blob.stageBlock(id, data, data.length, { abortSignal }).then(() => void underway.delete(sent))
      // The failure is met where the promise is awaited, which may be after the next piece of the source.
      sent.catch(() => undefined)
      underway.add(sent)
      if (underway.size >= blocksAtOnce) await Promise.race(underway)
    }
    await Promise.all(underway)
    return ids
  } catch (error) {
    stop.abort()
    await Promise.allSettled(underway)
    throw error
  }
}
