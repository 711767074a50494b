import { randomUUID } from 'node:crypto'
import type { BlockBlobClient } from '@azure/storage-blob'
import { whileBusy } from '@caisson/kit/object-store'
import { azureErrorKind } from './error-kind.js'

/** Blocks that are on the way at once. With one more that is filled, they bound the memory of an upload. */
const blocksAtOnce = 3

const firstSizeBytes = 4 * 2 ** 20

/** The service takes at most 50 000 blocks, so that those of very long streams have to grow. */
const blocksOfOneSize = 10_000

/** How large a block is. */
export function blockSizeBytes(number: number): number {
  return firstSizeBytes * 2 ** Math.floor(number / blocksOfOneSize)
}

/**
 * Uploads blocks that nobody sees until they are committed, and returns their ids in order. After a failure nothing more is
 * sent, and all that was on the way has ended; the service forgets the blocks by itself.
 */
export async function stageBlocks(
  blob: BlockBlobClient,
  blocks: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const upload = randomUUID()
  const ids: string[] = []
  const underway = new Set<Promise<void>>()
  const stop = new AbortController()
  const abortSignal = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal])
  try {
    for await (const data of blocks) {
      const id = Buffer.from(`${upload}-${String(ids.length).padStart(6, '0')}`).toString('base64')
      ids.push(id)
      const stage = async (): Promise<unknown> => blob.stageBlock(id, data, data.length, { abortSignal })
      const sent = whileBusy(azureErrorKind, stage, abortSignal).then(() => void underway.delete(sent))
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
