const largestFrameBytes = 4096
const lineEnd = 0x0a

/** When there will be more of a log after the bytes at hand. */
export type LogRest = 'now' | 'later' | 'never'

function mayBeMarker(byte: number | undefined): boolean {
  return byte === 1 || byte === 2
}

/**
 * Where the next frame of a log ends; 0 when that takes more of the log. A frame holds whole lines as far as they fit
 * into 4 KiB. It does not end with a byte of a marker, because the vendor's client then takes the marker for text.
 */
function frameEnd(bytes: Buffer, rest: LogRest): number {
  const isFull = bytes.length >= largestFrameBytes
  if (!isFull && rest === 'never') return bytes.length
  const window = bytes.subarray(0, largestFrameBytes)
  const afterLine = window.lastIndexOf(lineEnd) + 1
  if (afterLine > 0) return afterLine
  if (!isFull && rest === 'now') return 0
  let end = window.length
  while (end > 0 && mayBeMarker(window[end - 1])) end -= 1
  return end === 0 && isFull ? window.length : end
}

/** Cuts bytes of a log into frames; what is left over is to be given again with more. */
export function cutFrames(bytes: Buffer, rest: LogRest): Buffer[] {
  const frames: Buffer[] = []
  for (let from = 0; from < bytes.length;) {
    const length = frameEnd(bytes.subarray(from), rest)
    if (length === 0) break
    frames.push(bytes.subarray(from, from + length))
    from += length
  }
  return frames
}
